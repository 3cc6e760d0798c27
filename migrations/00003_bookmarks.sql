-- +goose Up

-- How far work has come that goes on after its program was ended.
PRAGMA user_version = 3;

-- Places by name. A place is written in the transaction that stores what was done
-- up to it, so that nothing is done twice and nothing is left out.
CREATE TABLE bookmarks (
    name  TEXT PRIMARY KEY,
    place INTEGER NOT NULL CHECK (place >= 0)
) STRICT, WITHOUT ROWID;
