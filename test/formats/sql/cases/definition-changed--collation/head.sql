CREATE TABLE shop.people (id int NOT NULL, email text COLLATE "und-x-icu", name text COLLATE "en_US", city text);
