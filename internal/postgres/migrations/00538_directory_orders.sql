-- Every order that a screen offers comes straight from an index, ties told
-- apart by time and key as the screens do, so that a page costs the same however
-- much there is before and after it.

-- +goose Up
CREATE INDEX projects_soonest_idx       ON public.projects (deadline_on, created_at DESC, id DESC)                       WHERE status = 'open';
CREATE INDEX projects_dearest_idx       ON public.projects (budget_max_cents DESC NULLS LAST, created_at DESC, id DESC) WHERE status = 'open';
CREATE INDEX projects_least_sought_idx  ON public.projects (proposals_count, created_at DESC, id DESC)                   WHERE status = 'open';
CREATE INDEX projects_of_company_idx    ON public.projects (company_id, created_at DESC, id DESC)                        WHERE status = 'open';

CREATE INDEX professionals_newest_idx   ON public.profiles (is_complete DESC, updated_at DESC, id DESC)
  WHERE role = 'professional' AND status = 'active' AND is_party;
CREATE INDEX professionals_best_idx     ON public.profiles (rating DESC NULLS LAST, is_complete DESC, updated_at DESC, id DESC)
  WHERE role = 'professional' AND status = 'active' AND is_party;
CREATE INDEX professionals_reviewed_idx ON public.profiles (reviews_count DESC, is_complete DESC, updated_at DESC, id DESC)
  WHERE role = 'professional' AND status = 'active' AND is_party;

DROP INDEX public.conversations_newest_idx;
CREATE INDEX conversations_newest_idx ON public.conversations (owner_id, last_at DESC, partner_id);

-- Words and skills together are found in one index. What waits to be sorted into
-- it is read by every search, so that it is little.
DROP INDEX public.projects_skills_idx;
CREATE INDEX projects_found_idx ON public.projects USING gin (search, skills)
  WITH (fastupdate = on, gin_pending_list_limit = 256) WHERE status = 'open';
CREATE INDEX professionals_found_idx ON public.profiles USING gin (search, skills)
  WITH (fastupdate = on, gin_pending_list_limit = 256) WHERE role = 'professional' AND status = 'active' AND is_party;
