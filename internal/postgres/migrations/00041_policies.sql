-- Who sees and touches what, written out: every policy of public that names a
-- person or a party, as it is in force. A party's rows are asked of
-- private.parties, once a statement; a person's of auth.uid(), once too.
-- Columns are granted one by one, so that a new one is hidden until it is
-- named.

-- +goose Up

-- profiles: the public face of parties and people.
DROP POLICY "visitors see active companies and professionals" ON public.profiles;
DROP POLICY "members see active profiles and their own" ON public.profiles;
DROP POLICY "owners edit their profile" ON public.profiles;
CREATE POLICY "visitors see active companies and professionals" ON public.profiles
  FOR SELECT TO anon USING (status = 'active' AND role <> 'admin' AND is_party);
CREATE POLICY "members see active profiles and their own" ON public.profiles
  FOR SELECT TO authenticated USING (status = 'active' OR id = (SELECT auth.uid()));
CREATE POLICY "who manages a party edits its profile" ON public.profiles
  FOR UPDATE TO authenticated
  USING (status = 'active' AND id = ANY ((SELECT private.parties('manage'))::uuid[]))
  WITH CHECK (id = ANY ((SELECT private.parties('manage'))::uuid[]));
CREATE POLICY "people who are no party edit their own profile" ON public.profiles
  FOR UPDATE TO authenticated
  USING (status = 'active' AND NOT is_party AND id = (SELECT auth.uid()))
  WITH CHECK (id = (SELECT auth.uid()));

-- accounts: what is private about a person.
DROP POLICY "owners read their account" ON public.accounts;
CREATE POLICY "owners read their account" ON public.accounts
  FOR SELECT TO authenticated USING (profile_id = (SELECT auth.uid()));

-- portfolio_projects: profile_id is a party.
DROP POLICY "everybody sees the portfolio of an active professional" ON public.portfolio_projects;
DROP POLICY "professionals add to their portfolio" ON public.portfolio_projects;
DROP POLICY "professionals edit their portfolio" ON public.portfolio_projects;
DROP POLICY "professionals remove from their portfolio" ON public.portfolio_projects;
CREATE POLICY "everybody sees the portfolio of an active professional" ON public.portfolio_projects
  FOR SELECT TO anon, authenticated USING (private.is_active(profile_id) OR profile_id = ANY ((SELECT private.parties())::uuid[]));
CREATE POLICY "professionals add to their portfolio" ON public.portfolio_projects
  FOR INSERT TO authenticated
  WITH CHECK (profile_id = ANY ((SELECT private.parties('publish'))::uuid[]) AND private.is_party_of(profile_id, 'professional'));
CREATE POLICY "professionals edit their portfolio" ON public.portfolio_projects
  FOR UPDATE TO authenticated
  USING (profile_id = ANY ((SELECT private.parties('publish'))::uuid[]))
  WITH CHECK (profile_id = ANY ((SELECT private.parties('publish'))::uuid[]));
CREATE POLICY "professionals remove from their portfolio" ON public.portfolio_projects
  FOR DELETE TO authenticated USING (profile_id = ANY ((SELECT private.parties('publish'))::uuid[]));

-- projects: company_id is a party, empty where it is confidential.
DROP POLICY "companies publish projects" ON public.projects;
DROP POLICY "companies edit their open projects" ON public.projects;
-- A confidential project does not say whose it is; this answers for the caller.
DROP FUNCTION private.owns_project(uuid);
-- +goose StatementBegin
CREATE FUNCTION private.owns_project(project_id uuid, needed text DEFAULT 'read') RETURNS boolean
LANGUAGE plpgsql STABLE SECURITY DEFINER
SET search_path = ''
AS $$
BEGIN
  RETURN EXISTS (
    SELECT FROM public.project_owners o
    WHERE o.project_id = owns_project.project_id AND o.company_id = ANY (private.parties(needed)));
END
$$;
-- +goose StatementEnd
ALTER FUNCTION private.owns_project(uuid, text) OWNER TO service_role;
GRANT EXECUTE ON FUNCTION private.owns_project(uuid, text) TO authenticated, service_role;
CREATE POLICY "companies publish projects" ON public.projects
  FOR INSERT TO authenticated
  WITH CHECK (company_id = ANY ((SELECT private.parties('publish'))::uuid[]) AND status = 'open' AND private.is_party_of(company_id, 'company'));
CREATE POLICY "companies edit their open projects" ON public.projects
  FOR UPDATE TO authenticated
  USING (status = 'open' AND private.owns_project(id, 'publish')) WITH CHECK (true);

-- project_owners: the company behind a project.
DROP POLICY "companies see which projects are theirs" ON public.project_owners;
CREATE POLICY "companies see which projects are theirs" ON public.project_owners
  FOR SELECT TO authenticated USING (company_id = ANY ((SELECT private.parties())::uuid[]));

-- proposals: professional_id is a party.
DROP POLICY "professionals see their proposals" ON public.proposals;
DROP POLICY "companies see proposals for their projects" ON public.proposals;
DROP POLICY "professionals send proposals" ON public.proposals;
CREATE POLICY "professionals see their proposals" ON public.proposals
  FOR SELECT TO authenticated USING (professional_id = ANY ((SELECT private.parties())::uuid[]));
CREATE POLICY "companies see proposals for their projects" ON public.proposals
  FOR SELECT TO authenticated USING (EXISTS (
    SELECT FROM public.project_owners o
    WHERE o.project_id = proposals.project_id AND o.company_id = ANY ((SELECT private.parties())::uuid[])));
CREATE POLICY "professionals send proposals" ON public.proposals
  FOR INSERT TO authenticated
  WITH CHECK (professional_id = ANY ((SELECT private.parties('negotiate'))::uuid[]) AND status = 'pending' AND private.is_party_of(professional_id, 'professional'));

-- contracts: both sides are parties.
DROP POLICY "both sides see their contract" ON public.contracts;
CREATE POLICY "both sides see their contract" ON public.contracts
  FOR SELECT TO authenticated
  USING (company_id = ANY ((SELECT private.parties())::uuid[]) OR professional_id = ANY ((SELECT private.parties())::uuid[]));

-- reviews: author and subject are parties.
DROP POLICY "authors read their reviews" ON public.reviews;
DROP POLICY "both sides review a completed contract" ON public.reviews;
DROP POLICY "subjects answer a review once" ON public.reviews;
CREATE POLICY "authors read their reviews" ON public.reviews
  FOR SELECT TO authenticated USING (author_id = ANY ((SELECT private.parties())::uuid[]));
CREATE POLICY "both sides review a completed contract" ON public.reviews
  FOR INSERT TO authenticated WITH CHECK (author_id = ANY ((SELECT private.parties('negotiate'))::uuid[]));
CREATE POLICY "subjects answer a review once" ON public.reviews
  FOR UPDATE TO authenticated
  USING (subject_id = ANY ((SELECT private.parties('negotiate'))::uuid[]) AND answer IS NULL AND published_at <= now())
  WITH CHECK (subject_id = ANY ((SELECT private.parties('negotiate'))::uuid[]) AND answer IS NOT NULL);

-- profile_view_days: of a party or a person.
DROP POLICY "owners see when they were viewed" ON public.profile_view_days;
CREATE POLICY "owners see when they were viewed" ON public.profile_view_days
  FOR SELECT TO authenticated USING (profile_id = ANY ((SELECT private.parties())::uuid[]));

-- messages and conversations: between people.
DROP POLICY "both sides read their messages" ON public.messages;
DROP POLICY "active members write to active members" ON public.messages;
DROP POLICY "recipients mark messages" ON public.messages;
DROP POLICY "owners see their conversations" ON public.conversations;
-- Said with OR, this makes the planner expect next to no row of a conversation
-- to be visible, and so read all of it for its newest page. Of CASE it expects
-- half, and walks the conversation's index from its end.
CREATE POLICY "both sides read their messages" ON public.messages
  FOR SELECT TO authenticated
  USING (CASE WHEN sender_visible THEN (SELECT auth.uid()) IN (from_id, to_id) ELSE (SELECT auth.uid()) = to_id END);
CREATE POLICY "active members write to active members" ON public.messages
  FOR INSERT TO authenticated
  WITH CHECK (from_id = (SELECT auth.uid()) AND NOT automatic AND private.is_reachable(from_id) AND private.is_reachable(to_id));
CREATE POLICY "recipients mark messages" ON public.messages
  FOR UPDATE TO authenticated USING (to_id = (SELECT auth.uid())) WITH CHECK (to_id = (SELECT auth.uid()));
CREATE POLICY "owners see their conversations" ON public.conversations
  FOR SELECT TO authenticated USING (owner_id = (SELECT auth.uid()));

-- preferences and notifications: of a person.
DROP POLICY "owners read their preferences" ON public.preferences;
DROP POLICY "owners state their preferences" ON public.preferences;
DROP POLICY "owners change their preferences" ON public.preferences;
DROP POLICY "owners read their notifications" ON public.notifications;
DROP POLICY "owners mark their notifications read" ON public.notifications;
CREATE POLICY "owners read their preferences" ON public.preferences
  FOR SELECT TO authenticated USING (profile_id = (SELECT auth.uid()));
CREATE POLICY "owners state their preferences" ON public.preferences
  FOR INSERT TO authenticated WITH CHECK (profile_id = (SELECT auth.uid()) AND private.is_active(profile_id));
CREATE POLICY "owners change their preferences" ON public.preferences
  FOR UPDATE TO authenticated
  USING (profile_id = (SELECT auth.uid()) AND private.is_active(profile_id)) WITH CHECK (profile_id = (SELECT auth.uid()));
CREATE POLICY "owners read their notifications" ON public.notifications
  FOR SELECT TO authenticated USING (profile_id = (SELECT auth.uid()));
CREATE POLICY "owners mark their notifications read" ON public.notifications
  FOR UPDATE TO authenticated USING (profile_id = (SELECT auth.uid())) WITH CHECK (profile_id = (SELECT auth.uid()) AND read);

-- Files: pictures of a party are kept by who may show them.
DROP POLICY "owners upload their files" ON storage.objects;
CREATE POLICY "owners upload their files" ON storage.objects
  FOR INSERT TO authenticated WITH CHECK (storage.may_write(bucket_id, name) AND owner = (SELECT auth.uid()));
-- +goose StatementBegin
CREATE OR REPLACE FUNCTION storage.may_write(bucket_id text, name text) RETURNS boolean
LANGUAGE plpgsql STABLE
SET search_path = ''
AS $$
DECLARE
  folder text := split_part(name, '/', 1);
  rest   text := substr(name, length(folder) + 2);
  -- Every path begins with the key of whose picture it is.
  owner  text := left(rest, 36);
BEGIN
  IF bucket_id <> 'public-uploads' OR auth.uid() IS NULL OR rest = '' THEN
    RETURN false;
  ELSIF folder = 'site-images' THEN
    RETURN private.is_admin();
  ELSIF owner !~ '^[0-9a-f]{8}(-[0-9a-f]{4}){3}-[0-9a-f]{12}$' THEN
    RETURN false;
  END IF;
  CASE folder
    WHEN 'avatars', 'banners' THEN
      RETURN substr(rest, 37, 1) = '-' AND strpos(rest, '/') = 0
         AND (private.acts_for(owner::uuid, 'manage') OR owner::uuid = auth.uid() AND NOT EXISTS (SELECT FROM public.profiles p WHERE p.id = owner::uuid AND p.is_party));
    WHEN 'portfolio' THEN
      RETURN substr(rest, 37, 1) IN ('-', '/') AND private.acts_for(owner::uuid, 'publish');
    ELSE
      RETURN false;
  END CASE;
END
$$;
-- +goose StatementEnd

-- Columns by name.
REVOKE SELECT ON public.skills, public.site_images, public.projects, public.portfolio_projects, public.reviews FROM anon;
REVOKE SELECT ON public.skills, public.site_images, public.projects, public.portfolio_projects, public.reviews, public.project_owners,
  public.proposals, public.contracts, public.preferences, public.messages, public.conversations, public.profile_view_days, public.audit_log FROM authenticated;
GRANT SELECT (slug, name, label, area, position) ON public.skills TO anon, authenticated;
GRANT SELECT (key, name, url, updated_at) ON public.site_images TO anon, authenticated;
GRANT SELECT (id, number, company_id, title, description, category, experience_level, budget, budget_min_cents, budget_max_cents, deadline, deadline_on,
  skills, is_confidential, status, proposals_count, search, created_at, updated_at) ON public.projects TO anon, authenticated;
GRANT SELECT (id, profile_id, title, description, role, technologies, image_urls, position, created_at, updated_at) ON public.portfolio_projects TO anon, authenticated;
GRANT SELECT (id, contract_id, author_id, subject_id, rating, content, answer, answered_at, published_at, counted, created_at) ON public.reviews TO anon, authenticated;
GRANT SELECT (project_id, company_id) ON public.project_owners TO authenticated;
GRANT SELECT (id, project_id, professional_id, value, cover_letter, status, decline_reason, decided_at, created_at, updated_at) ON public.proposals TO authenticated;
GRANT SELECT (id, number, project_id, proposal_id, company_id, professional_id, value, status, company_reviewed, professional_reviewed,
  delivered_by, delivered_at, completed_by, completed_at, created_at, updated_at) ON public.contracts TO authenticated;
GRANT SELECT (profile_id, new_messages, new_proposals, newsletter, updated_at) ON public.preferences TO authenticated;
GRANT SELECT (id, from_id, to_id, thread, content, read, delivered_at, read_at, automatic, sender_visible, timestamp) ON public.messages TO authenticated;
GRANT SELECT (owner_id, partner_id, thread, last_message_id, last_from_id, last_content, last_at, unread_count) ON public.conversations TO authenticated;
GRANT SELECT (profile_id, viewed_on, views) ON public.profile_view_days TO authenticated;
GRANT SELECT (id, actor_id, action, subject_kind, subject_id, subject_label, details, created_at) ON public.audit_log TO authenticated;
