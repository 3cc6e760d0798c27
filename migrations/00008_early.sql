-- +goose Up

-- Pearls, diamonds and the highest early ratings, which few seeds have, are found without
-- reading the others.
PRAGMA user_version = 8;

CREATE INDEX seeds_early ON seeds (stratum, ep, ed) WHERE ep >= 70;
