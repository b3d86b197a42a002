-- What verify/e2e/wire/realtime.mjs listens to.
CREATE TABLE notes (
  id int PRIMARY KEY, owner uuid NOT NULL DEFAULT auth.uid(), title text NOT NULL, size int, done boolean
);
ALTER TABLE notes ENABLE ROW LEVEL SECURITY;
CREATE POLICY "People keep their own notes" ON notes TO authenticated USING (owner = auth.uid()) WITH CHECK (owner = auth.uid());
ALTER PUBLICATION supabase_realtime ADD TABLE notes;
CREATE TABLE quiet (id int PRIMARY KEY);

CREATE POLICY "Members listen" ON realtime.messages FOR SELECT TO authenticated
  USING (realtime.topic() IN ('members', 'listen-only') AND NOT coalesce((auth.jwt() ->> 'is_anonymous')::boolean, false));
CREATE POLICY "Members speak" ON realtime.messages FOR INSERT TO authenticated WITH CHECK (realtime.topic() = 'members');

CREATE FUNCTION say(topic text, event text, payload jsonb) RETURNS void LANGUAGE sql SECURITY DEFINER SET search_path = ''
  AS 'SELECT realtime.send(payload, event, topic)';
