-- Goes through the projects for what 02004 added, while people write.

-- +goose Up
ALTER TABLE public.projects VALIDATE CONSTRAINT projects_scope_form;
ALTER TABLE public.projects VALIDATE CONSTRAINT projects_scope_clarity_range;
ALTER TABLE public.projects VALIDATE CONSTRAINT projects_scope_measured;
