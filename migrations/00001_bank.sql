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

-- Seeds that are alike in all that a draw can ask for. Each stratum numbers its
-- seeds 0 to seeds-1 without a gap (seeds.slot), so that a draw is a sum over
-- the few strata and one look-up.
CREATE TABLE strata (
    id            INTEGER PRIMARY KEY,
    level         INTEGER NOT NULL CHECK (level BETWEEN 1 AND 9),
    er            INTEGER NOT NULL,         -- tenths, as all ratings
    clues         INTEGER NOT NULL CHECK (clues BETWEEN 17 AND 80),
    automorphisms INTEGER NOT NULL CHECK (automorphisms > 0),
    seeds         INTEGER NOT NULL DEFAULT 0,
    UNIQUE (er, clues, automorphisms)
) STRICT;

-- Minimal puzzles in canonical form, no two of them isomorphic.
CREATE TABLE seeds (
    id      INTEGER PRIMARY KEY,
    key     INTEGER NOT NULL UNIQUE,        -- first 64 bits of the SHA-256 of the 81 characters
    puzzle  BLOB NOT NULL,                  -- 11 bytes: which cells are clues; then two digits a byte
    stratum INTEGER NOT NULL REFERENCES strata (id),
    slot    INTEGER NOT NULL,
    ep      INTEGER NOT NULL,
    ed      INTEGER NOT NULL,
    hardest INTEGER NOT NULL REFERENCES techniques (id),
    origin  TEXT NOT NULL CHECK (origin IN ('prune', 'walk', 'import')),
    run     INTEGER NOT NULL REFERENCES runs (id),
    UNIQUE (stratum, slot)
) STRICT;

-- How often the solving path of a seed uses each technique.
CREATE TABLE seed_techniques (
    seed      INTEGER NOT NULL REFERENCES seeds (id),
    technique INTEGER NOT NULL REFERENCES techniques (id),
    uses      INTEGER NOT NULL CHECK (uses > 0),
    PRIMARY KEY (seed, technique)
) STRICT, WITHOUT ROWID;
