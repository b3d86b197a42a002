// A list of things to do, written as the documentation of the client does it.
import { key, url } from './settings.js'

const supabase = window.supabase.createClient(url, key)
const at = (id) => document.getElementById(id)
const todos = new Map()
let user = null

function tell(error) {
  at('problem').textContent = error?.message ?? ''
}

// Signing up, in and out.

at('sign-in').addEventListener('submit', async (event) => {
  event.preventDefault()
  const { email, password } = Object.fromEntries(new FormData(event.target))
  const isNew = event.submitter?.value === 'up'
  const { error } = isNew ? await supabase.auth.signUp({ email, password }) : await supabase.auth.signInWithPassword({ email, password })
  tell(error)
})

at('sign-out').addEventListener('click', async () => tell((await supabase.auth.signOut()).error))

supabase.auth.onAuthStateChange((_event, session) => {
  const isSame = session?.user.id === user?.id
  user = session?.user ?? null
  // The client holds a lock while it tells this: what uses it again comes after.
  if (!isSame) setTimeout(enter)
})

async function enter() {
  tell()
  todos.clear()
  at('app').hidden = at('sign-out').hidden = !user
  at('sign-in').hidden = Boolean(user)
  at('live').textContent = ''
  at('here').replaceChildren()
  draw()
  await supabase.removeAllChannels()
  if (!user) return
  join()
  await load()
}

// What happens live: rows, and who is here.

function join() {
  const channel = supabase.channel('todos', { config: { private: true, presence: { key: user.id } } })
  channel
    .on('postgres_changes', { event: '*', schema: 'public', table: 'todos' }, (change) => {
      if (change.eventType === 'DELETE') todos.delete(change.old.id)
      else todos.set(change.new.id, change.new)
      draw()
    })
    .on('presence', { event: 'sync' }, () => {
      const people = Object.values(channel.presenceState()).map(([first]) => first.email)
      at('here').replaceChildren(...people.sort().map((email) => Object.assign(document.createElement('li'), { textContent: email })))
    })
    .on('system', {}, ({ extension, status, message }) => {
      if (extension !== 'postgres_changes') return
      if (status !== 'ok') return tell({ message })
      at('live').textContent = 'Live'
      load() // What happened while nobody listened.
    })
    .subscribe(async (status) => {
      if (status === 'SUBSCRIBED') await channel.track({ email: user.email })
      else if (status !== 'CLOSED') at('live').textContent = 'Connecting…'
    })
}

// Rows and files.

async function load() {
  const whose = user?.id
  const { data, error } = await supabase.from('todos').select().order('created_at')
  if (user?.id !== whose) return
  if (error) return tell(error)
  todos.clear()
  for (const todo of data) todos.set(todo.id, todo)
  draw()
}

at('add').addEventListener('submit', async (event) => {
  event.preventDefault()
  const form = event.target
  const file = form.file.files[0]
  const todo = { id: crypto.randomUUID(), task: form.task.value, is_shared: form.shared.checked, file_name: file?.name }
  if (file) {
    const { error } = await supabase.storage.from('attachments').upload(`${user.id}/${todo.id}`, file)
    if (error) return tell(error)
  }
  const { data, error } = await supabase.from('todos').insert(todo).select().single()
  tell(error)
  if (error) return file && supabase.storage.from('attachments').remove([`${user.id}/${todo.id}`])
  form.reset()
  todos.set(data.id, data)
  draw()
})

async function complete(todo, isComplete) {
  const { data, error } = await supabase.from('todos').update({ is_complete: isComplete }).eq('id', todo.id).select().single()
  tell(error)
  if (data) todos.set(data.id, data)
  draw()
}

async function download(todo) {
  const { data, error } = await supabase.storage.from('attachments').createSignedUrl(`${todo.user_id}/${todo.id}`, 60, { download: todo.file_name })
  tell(error)
  if (data) location.assign(data.signedUrl)
}

async function remove(todo) {
  const { error } = await supabase.from('todos').delete().eq('id', todo.id)
  if (error) return tell(error)
  todos.delete(todo.id)
  draw()
  if (todo.file_name) tell((await supabase.storage.from('attachments').remove([`${todo.user_id}/${todo.id}`])).error)
}

function draw() {
  const rows = [...todos.values()].sort((a, b) => a.created_at.localeCompare(b.created_at)).map((todo) => {
    const row = at('todo').content.cloneNode(true).firstElementChild
    const control = (name) => row.querySelector(`[name=${name}]`)
    row.querySelector('.task').textContent = todo.task
    row.querySelector('.shared').hidden = !todo.is_shared
    Object.assign(control('done'), { checked: todo.is_complete, disabled: todo.user_id !== user?.id, onchange: (event) => complete(todo, event.target.checked) })
    Object.assign(control('download'), { hidden: !todo.file_name, onclick: () => download(todo) })
    Object.assign(control('remove'), { hidden: todo.user_id !== user?.id, onclick: () => remove(todo) })
    return row
  })
  at('todos').replaceChildren(...rows)
  at('none').hidden = rows.length > 0
}
