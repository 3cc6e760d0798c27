-- +goose Up

-- Marks the file as a bank of format version 1.
PRAGMA application_id = 0x53656564;
PRAGMA user_version = 1;

-- The techniques by name. Numbers are the bank's own.
CREATE TABLE techniques (
    id   INTEGER PRIMARY KEY,
    name TEXT NOT NULL UNIQUE
) STRICT;

-- What filled the bank. A run without an end was killed, or goes on.
CREATE TABLE runs (
    id          INTEGER PRIMARY KEY,
    started     TEXT NOT NULL,             -- UTC, RFC 3339
    ended       TEXT,
    arguments   TEXT NOT NULL,             -- of the command line
    random_seed INTEGER NOT NULL,
    program     TEXT NOT NULL,             -- version
    rater       INTEGER NOT NULL,          -- version of the rating rules
    made        INTEGER NOT NULL DEFAULT 0, -- puzzles rated or found known
    stored      INTEGER NOT NULL DEFAULT 0  -- of these, new seeds
) STRICT;

-- Seeds that are alike in rating, clues, automorphisms and hardest technique.
-- Each stratum numbers its seeds 0 to seeds-1 without a gap (seeds.slot), in the
-- order of their coming, so that a draw is a sum over few strata and one look-up.
CREATE TABLE strata (
    id            INTEGER PRIMARY KEY,
    level         INTEGER NOT NULL CHECK (level BETWEEN 1 AND 9),
    er            INTEGER NOT NULL CHECK (er BETWEEN 0 AND 255), -- tenths, as all ratings
    clues         INTEGER NOT NULL CHECK (clues BETWEEN 17 AND 80),
    automorphisms INTEGER NOT NULL CHECK (automorphisms > 0),
    hardest       INTEGER NOT NULL REFERENCES techniques (id),
    seeds         INTEGER NOT NULL CHECK (seeds >= 0),
    UNIQUE (er, clues, automorphisms, hardest)
) STRICT;

-- Minimal puzzles in canonical form, no two of them isomorphic.
CREATE TABLE seeds (
    id      INTEGER PRIMARY KEY,
    stratum INTEGER NOT NULL REFERENCES strata (id),
    slot    INTEGER NOT NULL CHECK (slot >= 0),
    key     INTEGER NOT NULL UNIQUE, -- first 64 bits of the SHA-256 of the 81 characters
    grid    INTEGER NOT NULL,        -- the same of the canonical form of the solution
    puzzle  BLOB NOT NULL,           -- 11 bytes: which cells are clues; then two digits a byte
    ep      INTEGER NOT NULL CHECK (ep BETWEEN 0 AND 255),
    ed      INTEGER NOT NULL CHECK (ed BETWEEN 0 AND 255),
    uses    BLOB NOT NULL,           -- of the solving path: technique, number of steps, and so on, as unsigned varints
    ladders BLOB NOT NULL,           -- hold and ease, each: number of rungs, then the rungs; see below
    origin  TEXT NOT NULL CHECK (origin IN ('prune', 'walk', 'import')),
    run     INTEGER NOT NULL REFERENCES runs (id),
    UNIQUE (stratum, slot)
) STRICT;

CREATE INDEX seeds_by_grid ON seeds (grid);

-- A rung is a byte: the cell whose clue is added, 0 to 80, and 128 more if the
-- rating changes. Then follow the new ER, EP and ED, a byte each, and the hardest
-- technique and the number of automorphisms, as unsigned varints.

-- Rungs that are alike, on ladders of one kind (1 hold, 2 ease). A rung that is
-- isomorphic to one of another seed, or of the other ladder, is left out.
CREATE TABLE rung_strata (
    id            INTEGER PRIMARY KEY,
    ladder        INTEGER NOT NULL CHECK (ladder IN (1, 2)),
    level         INTEGER NOT NULL CHECK (level BETWEEN 1 AND 9),
    er            INTEGER NOT NULL CHECK (er BETWEEN 0 AND 255),
    clues         INTEGER NOT NULL CHECK (clues BETWEEN 18 AND 80),
    automorphisms INTEGER NOT NULL CHECK (automorphisms > 0),
    hardest       INTEGER NOT NULL REFERENCES techniques (id),
    seeds         INTEGER NOT NULL CHECK (seeds >= 0), -- with such a rung
    UNIQUE (ladder, er, clues, automorphisms, hardest)
) STRICT;

-- The seeds that have a rung, ascending: number n of a stratum of rungs is on
-- page n / 1024. A page is the differences of the ids, the first from 0, as
-- unsigned varints.
CREATE TABLE rung_pages (
    stratum INTEGER NOT NULL REFERENCES rung_strata (id),
    page    INTEGER NOT NULL CHECK (page >= 0),
    ids     BLOB NOT NULL,
    PRIMARY KEY (stratum, page)
) STRICT, WITHOUT ROWID;

-- Which seeds use a technique, a bit for each slot of a stratum: bit b of byte i
-- of page p stands for slot 4096 p + 8 i + b. Zeros at the end are left out, and
-- so is a page of nothing but zeros. It says nothing that seeds.uses does not,
-- but finds the seeds of any combination of techniques.
CREATE TABLE technique_slots (
    technique INTEGER NOT NULL REFERENCES techniques (id),
    stratum   INTEGER NOT NULL REFERENCES strata (id),
    page      INTEGER NOT NULL CHECK (page >= 0),
    seeds     INTEGER NOT NULL CHECK (seeds > 0), -- ones in slots
    uses      INTEGER NOT NULL CHECK (uses >= seeds), -- steps of these seeds in all
    slots     BLOB NOT NULL,
    PRIMARY KEY (technique, stratum, page)
) STRICT, WITHOUT ROWID;
