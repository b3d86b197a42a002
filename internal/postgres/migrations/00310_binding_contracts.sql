-- Which states of a contract bind its sides is said once: half a dozen queries
-- named the three themselves. What they mean is told by the name.

-- +goose Up
-- As the indexes have it, so that the planner knows it for theirs.
CREATE FUNCTION private.is_binding(status text) RETURNS boolean
LANGUAGE sql IMMUTABLE PARALLEL SAFE
RETURN status IN ('agreed', 'active', 'delivered');
REVOKE ALL ON FUNCTION private.is_binding(text) FROM PUBLIC;
GRANT EXECUTE ON FUNCTION private.is_binding(text) TO authenticated, service_role;
