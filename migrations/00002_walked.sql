-- +goose Up

PRAGMA user_version = 2;

-- Which seeds a walk toward an objective has been at, so that the next one goes
-- on from others. What is not here is the frontier.
CREATE TABLE walked (
    objective TEXT NOT NULL,
    seed      INTEGER NOT NULL REFERENCES seeds (id),
    PRIMARY KEY (objective, seed)
) STRICT, WITHOUT ROWID;
