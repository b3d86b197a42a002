-- What visitors begin belongs to nobody, and there may be so much of it. So that one of
-- them does not take every place, it is known from which network each was begun.

-- +goose Up
ALTER TABLE storage.uploads ADD COLUMN network text;
COMMENT ON COLUMN storage.uploads.network IS 'Where a visitor began it from';
