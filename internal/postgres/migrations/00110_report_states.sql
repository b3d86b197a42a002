-- Reports move as everything with a state does: in one table, which the
-- database refuses to leave. What was decided stays decided.

-- +goose Up
ALTER TABLE private.transitions NO FORCE ROW LEVEL SECURITY;
INSERT INTO private.transitions (noun, from_state, to_state) VALUES ('report', 'open', 'upheld'), ('report', 'open', 'dismissed');
ALTER TABLE private.transitions FORCE ROW LEVEL SECURITY;
CREATE TRIGGER check_transition BEFORE UPDATE OF status ON public.reports
  FOR EACH ROW WHEN (NEW.status IS DISTINCT FROM OLD.status) EXECUTE FUNCTION private.check_transition('report');
