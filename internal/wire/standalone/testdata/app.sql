-- Somebody else's app: a list of things to do, written as the client's documentation
-- does it.
CREATE TABLE todos (
  id       bigint GENERATED ALWAYS AS IDENTITY PRIMARY KEY,
  user_id  uuid NOT NULL DEFAULT auth.uid() REFERENCES auth.users ON DELETE CASCADE,
  task     text NOT NULL CHECK (char_length(task) > 3),
  is_complete boolean NOT NULL DEFAULT false
);
ALTER TABLE todos ENABLE ROW LEVEL SECURITY;
CREATE POLICY "Individuals can create todos." ON todos FOR INSERT TO authenticated WITH CHECK (auth.uid() = user_id);
CREATE POLICY "Individuals can view their own todos." ON todos FOR SELECT TO authenticated USING (auth.uid() = user_id);
CREATE POLICY "Individuals can update their own todos." ON todos FOR UPDATE TO authenticated USING (auth.uid() = user_id);
CREATE POLICY "Individuals can delete their own todos." ON todos FOR DELETE TO authenticated USING (auth.uid() = user_id);
ALTER PUBLICATION supabase_realtime ADD TABLE todos;

INSERT INTO storage.buckets (id, name) VALUES ('notes', 'notes');
CREATE POLICY "Give users access to own folder" ON storage.objects FOR ALL TO authenticated
  USING (bucket_id = 'notes' AND (storage.foldername(name))[1] = auth.uid()::text)
  WITH CHECK (bucket_id = 'notes' AND (storage.foldername(name))[1] = auth.uid()::text);
