-- An organisation that goes takes its invitations along: without an index of
-- all of them, not only of the pending, that would read the whole table.

-- +goose Up
CREATE INDEX invitations_organisation_id_idx ON public.invitations (organisation_id);
