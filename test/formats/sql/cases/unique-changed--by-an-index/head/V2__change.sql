CREATE UNIQUE INDEX parcels_note ON depot.parcels (note);
