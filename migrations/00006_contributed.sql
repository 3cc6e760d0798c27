-- +goose Up

-- Strangers who give seeds through a hub, and what each of them has done.
PRAGMA user_version = 6;

-- The hash of the token with which a contributor connects, by SHA-256; NULL: this
-- contributor cannot connect. invited and revoked are UTC, RFC 3339.
ALTER TABLE contributors ADD COLUMN token BLOB CHECK (length(token) = 32);
ALTER TABLE contributors ADD COLUMN invited TEXT;
ALTER TABLE contributors ADD COLUMN revoked TEXT;

-- How many units of a contributor were done again elsewhere with the same result, and why
-- hubs refuse the contributor; NULL: they do not.
ALTER TABLE contributors ADD COLUMN confirmed INTEGER NOT NULL DEFAULT 0 CHECK (confirmed >= 0);
ALTER TABLE contributors ADD COLUMN refused TEXT;

-- The units that contributors have done, so that they can be done again by others if the
-- seeds of a contributor are taken back. The name is the first 64 bits of the SHA-256 of
-- the unit.
CREATE TABLE units (
    name INTEGER PRIMARY KEY,
    run  INTEGER REFERENCES runs (id), -- of the contributor that did it last; NULL: its results were taken back
    unit TEXT NOT NULL
) STRICT;

CREATE INDEX units_by_run ON units (run);
