-- What the product writes leads to what it is about, as a notice does.

-- +goose Up
ALTER TABLE public.messages
  ADD COLUMN subject_kind text,
  ADD COLUMN subject_id   uuid,
  ADD CONSTRAINT messages_subject_whole        CHECK ((subject_kind IS NULL) = (subject_id IS NULL)),
  ADD CONSTRAINT messages_subject_in_automatic CHECK (automatic OR subject_kind IS NULL),
  ADD CONSTRAINT messages_subject_known        CHECK (subject_kind IN ('contract', 'project'));
GRANT SELECT (subject_kind, subject_id) ON public.messages TO authenticated;
