-- +goose Up

-- What later versions need of a bank: digests of the order of its seeds, who found a
-- seed and who rated it, and seeds that only claim their ratings. The program fills the digests from the rows in the same transaction.
PRAGMA user_version = 4;

-- The digest of a stratum stands for which pick has which slot. It is the sum, modulo
-- 2^64, of a hash of each pick with its slot, so that it grows with the stratum and
-- can be made again from the rows in any order. Two banks whose strata have the same
-- keys, numbers and digests give the same streams of puzzles.
ALTER TABLE strata ADD COLUMN digest INTEGER NOT NULL DEFAULT 0;
ALTER TABLE rung_strata ADD COLUMN digest INTEGER NOT NULL DEFAULT 0;
ALTER TABLE symmetric_strata ADD COLUMN digest INTEGER NOT NULL DEFAULT 0;

-- Who gave seeds: people and machines by name.
CREATE TABLE contributors (
    id   INTEGER PRIMARY KEY,
    name TEXT NOT NULL UNIQUE CHECK (name <> '')
) STRICT;

-- Whose run it was; NULL: one of the owner of the bank.
ALTER TABLE runs ADD COLUMN contributor INTEGER REFERENCES contributors (id);

-- seeds.run is the run that found a seed. This is the one that rated it last; NULL: the
-- same one.
ALTER TABLE seeds ADD COLUMN rated INTEGER REFERENCES runs (id);

-- Which runs found and rated the rungs of a seed, in their order: for each batch of
-- rungs that came together their number, the run that found them and the run that rated
-- them last, as unsigned varints. NULL: seeds.run found all of them, and whoever rated
-- the seed rated them too.
ALTER TABLE seeds ADD COLUMN rung_runs BLOB;

-- Seeds whose ratings nobody has confirmed who fills this bank. They have no stratum
-- and no slot, so that they are never drawn. Once they are rated here, they move to
-- seeds. The form is the one in which seeds travel (package seed), with all rungs: a
-- batch of one.
CREATE TABLE claimed (
    key  INTEGER PRIMARY KEY, -- as in seeds
    seed BLOB NOT NULL,
    run  INTEGER NOT NULL REFERENCES runs (id), -- that found it
    rung_runs BLOB -- as in seeds; nobody has rated the rungs but those who found them
) STRICT;

-- What can be told from a puzzle and its rating at any time again, such as the minutes
-- that people take, is derived. It comes by later migrations, each with a table of its
-- own whose primary key is the number of the seed, as in seeds, and with a column for
-- the version of the rules that made it. So it stands in no checksum, and decides about
-- no stratum, slot, ID or stream: it can change, or be thrown away, and the bank gives
-- the same puzzles.
