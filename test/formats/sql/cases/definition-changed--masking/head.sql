CREATE TABLE shop.people (id NUMBER NOT NULL, email VARCHAR WITH MASKING POLICY masks.email USING (email, id), phone VARCHAR WITH MASKING POLICY masks.all_digits);
