-- +goose Up

-- Marks the file as a bank of format version 1.
PRAGMA application_id = 0x5364426b;
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
-- order in which they came, so that a draw is a sum over few strata and one look-up.
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

-- Minimal puzzles in canonical form, no two of them isomorphic. How puzzle, uses
-- and rungs are packed is told in package seed; techniques are numbers there.
CREATE TABLE seeds (
    id       INTEGER PRIMARY KEY,
    stratum  INTEGER NOT NULL REFERENCES strata (id),
    slot     INTEGER NOT NULL CHECK (slot >= 0),
    key      INTEGER NOT NULL UNIQUE, -- first 64 bits of the SHA-256 of the 81 characters
    solution INTEGER NOT NULL,        -- the same of the canonical form of the solution
    puzzle   BLOB NOT NULL,
    ep       INTEGER NOT NULL CHECK (ep BETWEEN 0 AND 255),
    ed       INTEGER NOT NULL CHECK (ed BETWEEN 0 AND 255),
    uses     BLOB NOT NULL,           -- how often the path uses each technique
    rungs    BLOB NOT NULL,           -- sets of clues that can be added, rated; new ones come last
    checksum INTEGER NOT NULL,        -- of everything known about the seed, as package seed makes it
    origin   TEXT NOT NULL CHECK (origin <> ''),  -- prune, walk, import
    run      INTEGER NOT NULL REFERENCES runs (id),
    UNIQUE (stratum, slot)
) STRICT;

CREATE INDEX seeds_by_solution ON seeds (solution);

-- Rungs that are alike. A rung that is isomorphic to another one is left out, so
-- that no puzzle can be drawn twice.
CREATE TABLE rung_strata (
    id            INTEGER PRIMARY KEY,
    level         INTEGER NOT NULL CHECK (level BETWEEN 1 AND 9),
    er            INTEGER NOT NULL CHECK (er BETWEEN 0 AND 255),
    clues         INTEGER NOT NULL CHECK (clues BETWEEN 18 AND 80),
    automorphisms INTEGER NOT NULL CHECK (automorphisms > 0),
    hardest       INTEGER NOT NULL REFERENCES techniques (id),
    rungs         INTEGER NOT NULL CHECK (rungs >= 0),
    UNIQUE (er, clues, automorphisms, hardest)
) STRICT;

-- The rungs of a stratum: number n is on page n / 1024. For each the difference
-- of the id of its seed from the one before, the first from 0, as a signed
-- varint; and its place among the rungs of the seed, from 0, as an unsigned one.
CREATE TABLE rung_pages (
    stratum INTEGER NOT NULL REFERENCES rung_strata (id),
    page    INTEGER NOT NULL CHECK (page >= 0),
    rungs   BLOB NOT NULL,
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

-- Which seeds a walk toward an objective has set out from, so that the next one
-- goes on from others.
CREATE TABLE walked (
    objective TEXT NOT NULL,
    seed      INTEGER NOT NULL REFERENCES seeds (id),
    PRIMARY KEY (objective, seed)
) STRICT, WITHOUT ROWID;
