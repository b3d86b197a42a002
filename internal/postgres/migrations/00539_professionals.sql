-- The policies of profiles come before what a visitor looks for: only what may
-- tell nothing about a row is asked first, and to match words or skills is not
-- among that. So every profile was read through for each search. The directory
-- shows the same to everybody, whoever asks: active professionals. They are a
-- view of its owner's, in which words, skills and orders find their indexes. It
-- is no barrier on purpose; it holds no column that not everybody may read.

-- +goose Up
CREATE VIEW public.professionals AS
  SELECT p.id, p.role, p.name, p.title, p.headline, p.location, p.state, p.city_key, p.availability, p.work_modes, p.experience, p.skills,
         p.rating, p.reviews_count, p.contracts_completed, p.counterparts, p.avatar_url, p.avatar_seed, p.is_complete, p.updated_at, p.search
  FROM public.profiles p
  WHERE p.role = 'professional' AND p.status = 'active' AND p.is_party;
ALTER VIEW public.professionals OWNER TO definer;
GRANT SELECT (id, role, name, title, headline, location, state, city_key, availability, work_modes, experience, skills,
              rating, reviews_count, contracts_completed, counterparts, avatar_url, avatar_seed, is_complete, updated_at, search)
  ON public.professionals TO anon, authenticated;
GRANT SELECT ON public.professionals TO service_role;
