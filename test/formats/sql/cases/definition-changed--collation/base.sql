CREATE TABLE shop.people (id int NOT NULL, email text, name text COLLATE "C", city text COLLATE "C");
