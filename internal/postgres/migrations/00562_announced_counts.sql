-- What visitors read of a directory's counts is kept by servers like all they
-- read, and forgotten as soon as the counts change.

-- +goose Up
SELECT private.announce_writes('private.directory_counts');
SELECT private.announce_writes('private.directory_changes');
