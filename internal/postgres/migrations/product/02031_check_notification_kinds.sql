-- Goes through the notifications for what 02030 added, while people write.

-- +goose Up
ALTER TABLE public.notifications VALIDATE CONSTRAINT notifications_kind_known;
