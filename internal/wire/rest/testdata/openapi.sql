-- What the fixture says of itself, and what it is described by: a view, an enum,
-- a domain, defaults and lengths.
CREATE TYPE public.mood AS ENUM ('calm', 'in a hurry');
CREATE TABLE public.things (
  id      bigint GENERATED ALWAYS AS IDENTITY PRIMARY KEY,
  mood    public.mood NOT NULL DEFAULT 'calm',
  code    varchar(8),
  score   double precision DEFAULT 1.5,
  open    boolean NOT NULL DEFAULT true,
  seen_at timestamptz NOT NULL DEFAULT now(),
  sizes   integer[],
  moods   public.mood[],
  details json,
  owner   integer NOT NULL REFERENCES public.users (id)
);
CREATE VIEW public.open_things AS SELECT id, code FROM public.things WHERE open;
COMMENT ON SCHEMA public IS E'A small school\nEvery kind of embed, type and grant.';
COMMENT ON TABLE public.things IS E'Things\nWhat there is, of every type.\nIn two lines.';
COMMENT ON COLUMN public.things.code IS 'What is written on it';
COMMENT ON COLUMN public.things.owner IS 'Whose it is';
COMMENT ON VIEW public.open_things IS 'Things that are open';
COMMENT ON FUNCTION public.add(integer, integer) IS E'Adds\nOne number to another.';
CREATE FUNCTION public.many(first text, VARIADIC rest integer[]) RETURNS integer LANGUAGE sql IMMUTABLE RETURN 1;
CREATE FUNCTION public.list(numbers integer[], at timestamptz DEFAULT now()) RETURNS SETOF integer LANGUAGE sql STABLE AS 'SELECT 1';
CREATE FUNCTION public.hidden() RETURNS integer LANGUAGE sql RETURN 1;
REVOKE EXECUTE ON FUNCTION public.hidden() FROM PUBLIC;
GRANT SELECT ON public.things, public.open_things TO anon, authenticated;
GRANT INSERT (mood, code, owner), UPDATE (code), DELETE ON public.things TO authenticated;
