-- Everybody has todos of their own, and sees those that others share.
create table public.todos (
  id          uuid primary key default gen_random_uuid(),
  user_id     uuid not null default auth.uid() references auth.users on delete cascade,
  task        text not null check (char_length(task) between 1 and 200),
  is_complete boolean not null default false,
  is_shared   boolean not null default false,
  file_name   text check (char_length(file_name) <= 200),
  created_at  timestamptz not null default now()
);
create index on public.todos (user_id);
alter table public.todos enable row level security;

create policy "People see their own todos, and shared ones" on public.todos
  for select to authenticated using (is_shared or (select auth.uid()) = user_id);
create policy "People add todos of their own" on public.todos
  for insert to authenticated with check ((select auth.uid()) = user_id);
create policy "People change their own todos" on public.todos
  for update to authenticated using ((select auth.uid()) = user_id) with check ((select auth.uid()) = user_id);
create policy "People remove their own todos" on public.todos
  for delete to authenticated using ((select auth.uid()) = user_id);

-- Changes are told live.
alter publication supabase_realtime add table public.todos;

-- The attachment of a todo is the file <user_id>/<id of the todo>.
insert into storage.buckets (id, name, public, file_size_limit) values ('attachments', 'attachments', false, 1000000);
create policy "People use the folder that has their name" on storage.objects
  for all to authenticated
  using (bucket_id = 'attachments' and (storage.foldername(name))[1] = (select auth.uid()::text))
  with check (bucket_id = 'attachments' and (storage.foldername(name))[1] = (select auth.uid()::text));
create policy "People read what is attached to shared todos" on storage.objects
  for select to authenticated
  using (bucket_id = 'attachments' and exists (select from public.todos where is_shared and user_id || '/' || todos.id = objects.name));

-- Whoever is signed in may see who else is here, and say so.
create policy "People see who is here" on realtime.messages
  for select to authenticated using (realtime.topic() = 'todos' and extension = 'presence');
create policy "People say that they are here" on realtime.messages
  for insert to authenticated with check (realtime.topic() = 'todos' and extension = 'presence');
