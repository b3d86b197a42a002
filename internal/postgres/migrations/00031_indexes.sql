-- Two indexes that the plans of the screens asked for on a full market.

-- +goose Up

-- Members read the directory newest first too, and what they may see is not
-- all active: an index of active profiles alone left them to sort the table.
DROP INDEX public.profiles_directory_idx;
CREATE INDEX profiles_directory_idx ON public.profiles (role, updated_at DESC, id DESC);

-- Counting messages a day needs a range of times, never their order. Offered
-- an ordered index, the planner walked it through everybody's messages to find
-- the newest of one conversation.
DROP INDEX IF EXISTS public.messages_timestamp_idx;
CREATE INDEX messages_timestamp_idx ON public.messages USING brin (timestamp);
