-- +goose Up

-- Which seeds and rungs can be arranged symmetrically. The program fills these
-- tables from the seeds in the transaction that makes them.
PRAGMA user_version = 2;

-- Seeds, and rungs that rung_strata lists, that are alike and can be arranged so
-- that their pattern has a symmetry. A pick that can be arranged for several
-- symmetries is in a stratum of each.
CREATE TABLE symmetric_strata (
    id            INTEGER PRIMARY KEY,
    symmetry      TEXT NOT NULL,             -- rotate180 and so on, as package transform names it
    conjugates    INTEGER NOT NULL CHECK (conjugates > 0), -- of the symmetry that map the pattern to itself
    minimal       INTEGER NOT NULL CHECK (minimal BETWEEN 0 AND 1), -- 1 for seeds, 0 for rungs
    level         INTEGER NOT NULL CHECK (level BETWEEN 1 AND 9),
    er            INTEGER NOT NULL CHECK (er BETWEEN 0 AND 255),
    clues         INTEGER NOT NULL CHECK (clues BETWEEN 17 AND 80),
    automorphisms INTEGER NOT NULL CHECK (automorphisms > 0),
    hardest       INTEGER NOT NULL REFERENCES techniques (id),
    picks         INTEGER NOT NULL CHECK (picks >= 0),
    UNIQUE (symmetry, conjugates, minimal, er, clues, automorphisms, hardest)
) STRICT;

-- The picks of a stratum, laid out like rung_pages. The place is 0 for the seed
-- itself, and one more than in rung_pages for a rung.
CREATE TABLE symmetric_pages (
    stratum INTEGER NOT NULL REFERENCES symmetric_strata (id),
    page    INTEGER NOT NULL CHECK (page >= 0),
    picks   BLOB NOT NULL,
    PRIMARY KEY (stratum, page)
) STRICT, WITHOUT ROWID;
