-- +goose Up

-- How long people take for puzzles, as package rating/minutes estimates it.
PRAGMA user_version = 5;

-- The estimates of a stratum: number n is on page n / 256. For each two bytes: the minutes,
-- 0 if they are not known yet, and the rounds with one way on. Unknown ones at the end are
-- left out, and so is a page of nothing else. They are derived from the puzzles: the program
-- can make them again at any time, and nothing else depends on them. They stand by slots and
-- not by seeds, so that a choice by minutes reads only the pages of its strata. While a
-- newer fit makes its pages, those of the older one stay, and are the ones that are read.
CREATE TABLE minutes (
    list      TEXT NOT NULL CHECK (list IN ('strata', 'rung_strata', 'symmetric_strata')),
    stratum   INTEGER NOT NULL,
    page      INTEGER NOT NULL CHECK (page >= 0),
    fit       INTEGER NOT NULL CHECK (fit > 0), -- version of the fit that made them
    estimates BLOB NOT NULL,
    PRIMARY KEY (list, stratum, fit, page)
) STRICT, WITHOUT ROWID;
