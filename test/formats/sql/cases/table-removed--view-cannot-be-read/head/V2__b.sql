ALTER TABLE payments RENAME COLUMN amount TO total;
