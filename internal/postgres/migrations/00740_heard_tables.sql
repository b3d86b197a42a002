-- What one side adds appears on the other's open page: the files and revisions of a
-- project, invitations to a team and corrections of a number are announced as rows of
-- other tables are. Each reader still hears only of rows they may select.
-- +goose Up
SELECT realtime.watch('public.project_files');
SELECT realtime.watch('public.project_revisions');
SELECT realtime.watch('public.invitations');
SELECT realtime.watch('public.corrections');
