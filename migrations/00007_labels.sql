-- +goose Up

-- The names that people use for the steps of a path, such as skyscraper.
PRAGMA user_version = 7;

-- The labels of the paths of seeds, laid out like minutes: number n is on page n / 128, four
-- bytes for each, the lowest first. Bit l stands for label number l of package rating, bit 31
-- says that the labels are known.
CREATE TABLE labels (
    list    TEXT NOT NULL CHECK (list = 'strata'),
    stratum INTEGER NOT NULL,
    page    INTEGER NOT NULL CHECK (page >= 0),
    version INTEGER NOT NULL CHECK (version > 0), -- of the table of labels that made them
    sets    BLOB NOT NULL,
    PRIMARY KEY (list, stratum, version, page)
) STRICT, WITHOUT ROWID;
