// The main job on the wire: the official client and nothing else.
import { expect, test } from '@playwright/test'
import { createClient, type SupabaseClient } from '@supabase/supabase-js'
import WebSocket from 'ws'
import { company, professional, url } from '../cast.ts'
import { demo } from '../places.ts'

async function client(): Promise<SupabaseClient> {
  const config = (await (await fetch(`${url()}/config.json`)).json()) as { anonKey: string }
  return createClient(url(), config.anonKey, {
    auth: { persistSession: false, autoRefreshToken: false },
    realtime: { transport: WebSocket as never },
  })
}

type Person = ReturnType<typeof company> | ReturnType<typeof professional>

async function register(person: Person): Promise<{ wire: SupabaseClient; id: string }> {
  const wire = await client()
  const { email, password, ...data } = person
  const signedUp = await wire.auth.signUp({ email, password, options: { data: { ...data, terms: true } } })
  expect(signedUp.error).toBeNull()
  const { data: session, error } = await wire.auth.signInWithPassword({ email, password })
  expect(error).toBeNull()
  return { wire, id: session.user?.id ?? '' }
}

async function subscribed(wire: SupabaseClient, table: string, seen: (row: Record<string, unknown>) => void) {
  await new Promise<void>((done, failed) => {
    wire
      .channel(`changes-of-${table}`)
      .on('postgres_changes', { event: 'INSERT', schema: 'public', table }, (change) => seen(change.new))
      .on('system', {}, (message: { status: string }) => (message.status === 'ok' ? done() : failed(new Error('refused'))))
      .subscribe((status, error) => {
        if (status === 'CHANNEL_ERROR' || status === 'TIMED_OUT') failed(error ?? new Error(status))
      })
  })
}

test('empresa publica, profissional propõe, os dois conversam: só com o cliente oficial', async () => {
  const buyer = await register(company())
  const published = await buyer.wire
    .from('projects')
    .insert({
      title: 'Migração de S7-300 para S7-1500',
      description: 'Trocar a CPU 315-2DP na parada de fim de ano.',
      budget: 'R$ 45.000 – R$ 60.000',
      deadline: '45 dias',
      skills: ['programacao-clp', 'retrofit'],
      company_id: buyer.id,
    })
    .select('id, company:profiles!company_id(name), proposals_count')
    .single()
  expect(published.error).toBeNull()
  expect(published.data).toMatchObject({ company: { name: 'Envasadora Serra Azul Bebidas' }, proposals_count: 0 })
  const projectId = String(published.data?.id)

  const engineer = await register(professional())
  const found = await engineer.wire
    .from('projects')
    .select('id')
    .textSearch('search', 'plc migracao', { config: 'automacao', type: 'websearch' })
    .overlaps('skills', ['retrofit'])
  expect(found.data?.map((row) => row.id)).toContain(projectId)

  const received: Record<string, unknown>[] = []
  await subscribed(buyer.wire, 'messages', (row) => received.push(row))
  const proposed = await engineer.wire
    .from('proposals')
    .insert({ project_id: projectId, professional_id: engineer.id, value: 48500, cover_letter: 'Já migrei três linhas.', status: 'pending' })
  expect(proposed.error).toBeNull()
  await expect.poll(() => received.map((row) => row.content)).toEqual([
    'Nova proposta recebida para o projeto "Migração de S7-300 para S7-1500" de Marina Alves Teixeira. Valor: R$ 48.500,00',
  ])
  const sender = await buyer.wire.from('profiles').select('proposals_sent').eq('id', engineer.id).single()
  expect(sender.data).toEqual({ proposals_sent: 1 })

  const again = await engineer.wire
    .from('proposals')
    .insert({ project_id: projectId, professional_id: engineer.id, value: 1, cover_letter: 'De novo.', status: 'pending' })
  expect(again.error).toMatchObject({ code: 'already_proposed' })

  const proposals = await buyer.wire
    .from('proposals')
    .select('value, status, professional:profiles!professional_id(name)')
    .eq('project_id', projectId)
    .order('created_at', { ascending: false })
  expect(proposals.data).toEqual([{ value: 48500, status: 'pending', professional: { name: 'Marina Alves Teixeira' } }])

  const answers: Record<string, unknown>[] = []
  await subscribed(engineer.wire, 'messages', (row) => answers.push(row))
  const sent = await buyer.wire.from('messages').insert({ from_id: buyer.id, to_id: engineer.id, content: 'Pode começar dia 26?' })
  expect(sent.error).toBeNull()
  await expect.poll(() => answers.map((row) => row.content)).toEqual(['Pode começar dia 26?'])

  const unread = await engineer.wire.from('conversations').select('partner_id, unread_count, last_content')
  expect(unread.data).toEqual([{ partner_id: buyer.id, unread_count: 1, last_content: 'Pode começar dia 26?' }])
  await engineer.wire.from('messages').update({ read: true }).eq('from_id', buyer.id).eq('to_id', engineer.id).eq('read', false)
  const read = await engineer.wire.from('conversations').select('unread_count')
  expect(read.data).toEqual([{ unread_count: 0 }])

  await Promise.all([buyer.wire.removeAllChannels(), engineer.wire.removeAllChannels()])
})

test('um cadastro recusado não deixa nada para trás', async () => {
  const wire = await client()
  const { email, password, ...data } = professional()
  for (const [wrong, code] of [
    [{ document: '111.111.111-11' }, 'invalid_cpf'],
    [{ terms: false }, 'terms_required'],
    [{ skills: ['clp', 'retrofit'] }, 'unknown_skill'],
    [{ skills: ['programacao-clp', 'retrofit', 'iiot', 'calibracao', 'visao-maquina', 'instrumentacao'] }, 'too_many_skills'],
    [{ role: 'admin' }, 'unknown_role'],
    [{ role: 'company' }, 'invalid_cnpj'],
  ] as const) {
    const refused = await wire.auth.signUp({ email, password, options: { data: { ...data, terms: true, ...wrong } } })
    expect(refused.error?.code).toBe(code)
    const absent = await wire.auth.signInWithPassword({ email, password })
    expect(absent.error?.code).toBe('invalid_credentials')
  }
})

test('dados privados não saem, qualquer que seja a consulta', async () => {
  const marina = professional()
  const { wire, id } = await register(marina)
  const others = await wire.from('accounts').select('*').neq('profile_id', id)
  expect(others).toMatchObject({ error: null, data: [] })
  const mine = await wire.from('accounts').select('document').single()
  expect(mine.data).toEqual({ document: marina.document.replaceAll(/\D/g, '') })
  for (const query of ['id,email', 'id,document', 'id,accounts(email)']) {
    const { data, error } = await wire.from('profiles').select(query).neq('id', id).not('accounts', 'is', null)
    expect(error !== null || data.length === 0).toBe(true)
  }
  for (const change of [{ role: 'admin' }, { status: 'blocked' }, { rating: 5 }, { proposals_sent: 99 }, { profile_views: 99 }]) {
    const { error } = await wire.from('profiles').update(change).eq('id', id)
    expect(error?.code).toBe('42501')
  }
})

test('um usuário bloqueado perde o acesso na hora', async () => {
  const person = professional()
  const { wire, id } = await register(person)
  const admin = await client()
  await admin.auth.signInWithPassword(demo('admin'))
  const refused = await wire.rpc('block_user', { user_id: id })
  expect(refused.error?.code).toBe('not_admin')
  const blocked = await admin.rpc('block_user', { user_id: id })
  expect(blocked).toMatchObject({ error: null, data: { id, status: 'blocked' } })
  const shut = await wire.from('projects').select('id').limit(1)
  expect(shut.status).toBe(401)
  const back = await wire.auth.signInWithPassword({ email: person.email, password: person.password })
  expect(back.error?.code).toBe('user_banned')
  await admin.rpc('activate_user', { user_id: id })
  const returned = await wire.auth.signInWithPassword({ email: person.email, password: person.password })
  expect(returned.error).toBeNull()
})

const PIXEL = Buffer.from(
  'iVBORw0KGgoAAAANSUhEUgAAAAEAAAABCAYAAAAfFcSJAAAADUlEQVR42mNk+M9QDwADhgGAWjR9awAAAABJRU5ErkJggg==',
  'base64',
)

test('cada um envia as próprias imagens, e só imagens', async () => {
  const { wire, id } = await register(professional())
  const files = wire.storage.from('public-uploads')
  const mine = `avatars/${id}-${Date.now()}`
  const sent = await files.upload(mine, PIXEL, { contentType: 'image/png', upsert: true })
  expect(sent.error).toBeNull()
  const served = await fetch(files.getPublicUrl(mine).data.publicUrl)
  expect(served.status).toBe(200)
  expect(served.headers.get('content-type')).toBe('image/png')
  expect(served.headers.get('x-content-type-options')).toBe('nosniff')
  for (const path of [`avatars/${crypto.randomUUID()}-1`, 'site-images/landingHero-1', `outros/${id}-1`]) {
    const refused = await files.upload(path, PIXEL, { contentType: 'image/png', upsert: true })
    expect(refused.error).not.toBeNull()
  }
  const script = Buffer.from('<svg xmlns="http://www.w3.org/2000/svg"><script>alert(1)</script></svg>')
  const disguised = await files.upload(`avatars/${id}-2`, script, { contentType: 'image/png', upsert: true })
  expect(disguised.error).not.toBeNull()
})
