-- How things with a state may move, for whoever writes: the rows are those of
-- the tables in package transition, which says who may and what follows.

-- +goose Up
CREATE TABLE private.transitions (
  noun       text NOT NULL,
  from_state text NOT NULL,
  to_state   text NOT NULL,
  CONSTRAINT transitions_pkey  PRIMARY KEY (noun, from_state, to_state),
  CONSTRAINT transitions_moves CHECK (from_state <> to_state)
);
INSERT INTO private.transitions (noun, from_state, to_state) VALUES
  ('project', 'open', 'in_progress'), ('project', 'in_progress', 'delivered'), ('project', 'delivered', 'in_progress'), ('project', 'delivered', 'completed'), ('project', 'in_progress', 'open'), ('project', 'delivered', 'open'), ('project', 'open', 'closed'), ('project', 'in_progress', 'closed'), ('project', 'delivered', 'closed'),
  ('proposal', 'pending', 'accepted'), ('proposal', 'pending', 'declined'), ('proposal', 'waiting', 'declined'), ('proposal', 'declined', 'pending'), ('proposal', 'pending', 'withdrawn'), ('proposal', 'waiting', 'withdrawn'), ('proposal', 'pending', 'waiting'), ('proposal', 'waiting', 'pending'), ('proposal', 'accepted', 'ended'),
  ('contract', 'agreed', 'active'), ('contract', 'agreed', 'delivered'), ('contract', 'active', 'delivered'), ('contract', 'delivered', 'completed'), ('contract', 'delivered', 'active'), ('contract', 'agreed', 'withdrawn'), ('contract', 'agreed', 'terminated'), ('contract', 'active', 'terminated'), ('contract', 'delivered', 'terminated'), ('contract', 'agreed', 'cancelled'), ('contract', 'active', 'cancelled');
-- Forced afterwards: nobody adds a row but the next migration.
ALTER TABLE private.transitions ENABLE ROW LEVEL SECURITY;
ALTER TABLE private.transitions FORCE  ROW LEVEL SECURITY;
CREATE POLICY "the server reads how states move" ON private.transitions FOR SELECT TO service_role USING (true);
GRANT SELECT ON private.transitions TO service_role;

-- +goose StatementBegin
CREATE FUNCTION private.check_transition() RETURNS trigger
LANGUAGE plpgsql SECURITY DEFINER
SET search_path = ''
AS $$
BEGIN
  IF NOT EXISTS (SELECT FROM private.transitions WHERE noun = TG_ARGV[0] AND from_state = OLD.status AND to_state = NEW.status) THEN
    PERFORM private.refuse(409, 'transition_refused', 'Esta mudança de situação não é possível. Atualize a página.');
  END IF;
  RETURN NEW;
END
$$;
-- +goose StatementEnd
ALTER FUNCTION private.check_transition() OWNER TO service_role;
CREATE TRIGGER check_transition BEFORE UPDATE OF status ON public.projects
  FOR EACH ROW WHEN (NEW.status IS DISTINCT FROM OLD.status) EXECUTE FUNCTION private.check_transition('project');
CREATE TRIGGER check_transition BEFORE UPDATE OF status ON public.proposals
  FOR EACH ROW WHEN (NEW.status IS DISTINCT FROM OLD.status) EXECUTE FUNCTION private.check_transition('proposal');
CREATE TRIGGER check_transition BEFORE UPDATE OF status ON public.contracts
  FOR EACH ROW WHEN (NEW.status IS DISTINCT FROM OLD.status) EXECUTE FUNCTION private.check_transition('contract');
