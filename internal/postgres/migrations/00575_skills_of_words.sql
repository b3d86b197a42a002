-- How many of each skill a search finds was planned once for any words, as if
-- they were rare: at a million projects all that have a common word were found
-- before the first thousand were counted.

-- +goose Up
ALTER FUNCTION public.count_skills(text, text) SET plan_cache_mode = force_custom_plan;
