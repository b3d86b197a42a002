-- Goes through the notifications for what 02022 added, while people write.

-- +goose Up
ALTER TABLE public.notifications VALIDATE CONSTRAINT notifications_kind_known;
