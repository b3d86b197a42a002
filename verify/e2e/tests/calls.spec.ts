// Every call that the specification names (§7), as it writes it, by the official client.
import { execFileSync } from 'node:child_process'
import { randomUUID } from 'node:crypto'
import { readFile } from 'node:fs/promises'
import { resolve } from 'node:path'
import { expect, test } from '@playwright/test'
import { createClient, type SupabaseClient } from '@supabase/supabase-js'
import WebSocket from 'ws'
import { PICTURE } from '../cast.ts'
import { cnpj, cpf } from '../documents.ts'
import { aside } from '../server.ts'
import { demo } from '../places.ts'

const BINARY = resolve(import.meta.dirname, '../../../bin/automacao')
const PASSWORD = 'clp-s7-1500'

type Keys = { anon_key: string; service_role_key: string }
type Account = { wire: SupabaseClient; id: string; email: string }
type Stage = { address: string; visitor: () => SupabaseClient; service: SupabaseClient; admin: Account; company: Account; professional: Account }
type Answer = { data: unknown; error: unknown }

type Good<T> = Exclude<T extends { data: infer Data; error: null } ? Data : never, null>

const good = <T extends Answer>({ data, error }: T) => {
  expect(error).toBeNull()
  return data as Good<T>
}
/** What the protocol refuses a call with. */
const refused = ({ error }: Answer) => {
  const { code, status } = Object(error) as { code?: string; status?: number }
  return code ?? status
}

async function withStage(work: (stage: Stage) => Promise<void>) {
  await aside(['--demo'], async (address, { data }) => {
    const keys = JSON.parse(execFileSync(BINARY, ['keys', '--json', '--data', data, '--addr', new URL(address).host], { encoding: 'utf8' })) as Keys
    const open = (key: string) =>
      createClient(address, key, { auth: { persistSession: false, autoRefreshToken: false }, realtime: { transport: WebSocket as never } })
    const visitor = () => open(keys.anon_key)
    const service = open(keys.service_role_key)
    const admin = visitor()
    const { user } = good(await admin.auth.signInWithPassword(demo('admin')))
    const stage = { address, visitor, service, admin: { wire: admin, id: user.id, email: 'admin@automacao.demo' } }
    const company = await signedUp(visitor(), 'company', 'Vale Verde Bebidas', address)
    const professional = await made(service, visitor(), 'professional', 'Nina Prado')
    await work({ ...stage, company, professional })
  })
}

/** "sign up with email and password plus user data {name, role}, redirecting to /auth". */
async function signedUp(wire: SupabaseClient, role: string, name: string, address: string): Promise<Account> {
  const email = `${randomUUID()}@exemplo.com.br`
  const { user } = good(await wire.auth.signUp({ email, password: PASSWORD, options: { data: { name, role }, emailRedirectTo: `${address}/auth` } }))
  expect(user?.user_metadata).toEqual({ name, role })
  good(await wire.auth.signInWithPassword({ email, password: PASSWORD }))
  expect(refused(await wire.from('projects').select('*'))).toBe('registration_incomplete')
  good(await wire.rpc('complete_registration', { document: cnpj(), terms: true }))
  return { wire, id: user?.id ?? '', email }
}

/** "Seeding uses an admin create-user call". */
async function made(service: SupabaseClient, wire: SupabaseClient, role: string, name: string): Promise<Account> {
  const email = `${randomUUID()}@exemplo.com.br`
  const { user } = good(await service.auth.admin.createUser({ email, password: PASSWORD, email_confirm: true, user_metadata: { name, role } }))
  expect(user?.user_metadata).toEqual({ name, role })
  good(await wire.auth.signInWithPassword({ email, password: PASSWORD }))
  expect(refused(await wire.from('profiles').select('*'))).toBe('registration_incomplete')
  good(await wire.rpc('complete_registration', { document: cpf(), terms: true }))
  return { wire, id: user?.id ?? '', email }
}

test('cada chamada da especificação, como ela a escreve, pelo cliente oficial', async () => {
  await withStage(async (stage) => {
    await tables(stage)
    await administration(stage)
    await files(stage)
    await live(stage)
    await access(stage)
  })
})

async function tables({ visitor, company, professional }: Stage) {
  const project = good(
    await company.wire
      .from('projects')
      .insert({ title: 'Retrofit da paletizadora', description: 'Trocar o CLP.', budget: 'R$ 45.000', deadline: '45 dias', skills: ['Programadores de CLP', 'retrofit'], company_id: company.id })
      .select()
      .single(),
  )
  expect(project).toMatchObject({ skills: ['programacao-clp', 'retrofit'], category: 'Automação Industrial', experience_level: 'Intermediário' })
  const projects = good(await visitor().from('projects').select('*, company:profiles(name)').order('created_at', { ascending: false }))
  expect(projects[0]).toMatchObject({ id: project.id, company: { name: 'Vale Verde Bebidas' } })
  expect(good(await visitor().from('projects').select('*, company:profiles(name)').eq('id', project.id).single())).toMatchObject({ title: 'Retrofit da paletizadora' })

  good(
    await professional.wire
      .from('portfolio_projects')
      .insert({ title: 'Envase', description: 'Linha nova', role: 'CLP', technologies: ['S7-1500', 'TIA Portal'], image_urls: [], profile_id: professional.id }),
  )
  expect(good(await visitor().from('profiles').select('*')).length).toBeGreaterThan(3)
  const shown = good(await visitor().from('profiles').select('*, portfolio:portfolio_projects(*)').eq('id', professional.id).eq('role', 'professional').single())
  expect(shown).toMatchObject({ name: 'Nina Prado', portfolio: [{ title: 'Envase', technologies: ['S7-1500', 'TIA Portal'] }] })
  const directory = good(await visitor().from('profiles').select('*').eq('role', 'professional').order('updated_at', { ascending: false }))
  expect(directory.map(({ role }) => role as string)).not.toContain('company')
  expect(directory.map(({ updated_at }) => Date.parse(String(updated_at)))).toEqual(directory.map(({ updated_at }) => Date.parse(String(updated_at))).toSorted((a, b) => b - a))

  good(await professional.wire.from('proposals').insert({ value: 48500, cover_letter: 'Faço na parada.', project_id: project.id, professional_id: professional.id, status: 'pending' }))
  expect(good(await company.wire.from('proposals').select('project_id'))).toEqual([{ project_id: project.id }])
  const proposals = good(await company.wire.from('proposals').select('*').eq('project_id', project.id).order('created_at', { ascending: false }))
  expect(proposals).toMatchObject([{ value: 48500, cover_letter: 'Faço na parada.', status: 'pending', professional_id: professional.id }])
  expect(good(await company.wire.from('profiles').select('*').in('id', proposals.map(({ professional_id }) => String(professional_id))))).toMatchObject([{ name: 'Nina Prado', proposals_sent: 1 }])

  const mine = (who: Account) => who.wire.from('messages').select('*').or(`from_id.eq.${who.id},to_id.eq.${who.id}`)
  expect(good(await mine(company))).toMatchObject([{ to_id: company.id, read: false, content: expect.stringMatching(/^Nova proposta recebida para o projeto .*Retrofit da paletizadora.* de Nina Prado\. Valor: R\$\s48\.500,00/) as unknown }])
  good(await company.wire.from('messages').insert({ from_id: company.id, to_id: professional.id, content: 'Bom dia!' }))
  good(await professional.wire.from('messages').update({ read: true }).eq('from_id', company.id).eq('to_id', professional.id).eq('read', false))
  expect(good(await mine(professional)).find(({ content }) => content === 'Bom dia!')).toMatchObject({ from_id: company.id, read: true })

  good(await professional.wire.from('profiles').update({ headline: 'CLP e retrofit', location: 'Joinville, SC', about: 'Vinte linhas.', skills: ['Visão de Máquina'] }).eq('id', professional.id))
  expect(good(await visitor().from('profiles').select('headline, skills').eq('id', professional.id).single())).toEqual({ headline: 'CLP e retrofit', skills: ['visao-maquina'] })
  // Counters and standing are not written by clients, whoever they are of.
  expect(refused(await professional.wire.from('profiles').update({ proposals_sent: 99 }).eq('id', professional.id))).toBe('42501')
  expect(refused(await professional.wire.from('profiles').update({ status: 'active' }).eq('id', professional.id))).toBe('42501')
}

async function administration({ visitor, admin, professional, service }: Stage) {
  const images = good(await visitor().from('site_images').select('*'))
  expect(images.map(({ key }) => key as string)).toEqual(expect.arrayContaining(['landingHero', 'landingHero2', 'solutionsCard1', 'howItWorksFlowchart']))
  const path = `site-images/landingHero-${Date.now()}`
  good(await admin.wire.storage.from('public-uploads').upload(path, await readFile(PICTURE), { upsert: true, contentType: 'image/jpeg' }))
  const { publicUrl } = admin.wire.storage.from('public-uploads').getPublicUrl(path).data
  good(await admin.wire.from('site_images').update({ url: publicUrl }).eq('key', 'landingHero'))
  expect(good(await visitor().from('site_images').select('url').eq('key', 'landingHero').single())).toEqual({ url: publicUrl })
  expect(refused(await professional.wire.from('site_images').update({ url: publicUrl }).eq('key', 'landingHero').select().single())).toBeDefined()
  // Blocking ends sessions too, so that it is a call and no write.
  expect(refused(await admin.wire.from('profiles').update({ status: 'blocked' }).eq('id', professional.id))).toBe('42501')
  expect(good(await admin.wire.rpc('block_user', { user_id: professional.id }))).toEqual({ id: professional.id, status: 'blocked' })
  expect(refused(await professional.wire.from('profiles').select('*'))).toBe('PT401')
  expect(good(await admin.wire.rpc('activate_user', { user_id: professional.id }))).toEqual({ id: professional.id, status: 'active' })
  good(await professional.wire.auth.signInWithPassword({ email: professional.email, password: PASSWORD }))
  expect(good(await service.auth.admin.listUsers()).users.map(({ id }) => id)).toContain(professional.id)
}

async function files({ professional, service }: Stage) {
  const bucket = professional.wire.storage.from('public-uploads')
  const picture = await readFile(PICTURE)
  for (const folder of ['avatars', 'banners']) {
    const path = `${folder}/${professional.id}-${Date.now()}`
    good(await bucket.upload(path, picture, { upsert: true, contentType: 'image/jpeg' }))
    good(await bucket.upload(path, picture, { upsert: true, contentType: 'image/jpeg' }))
    const { publicUrl } = bucket.getPublicUrl(path).data
    expect((await fetch(publicUrl)).headers.get('content-type')).toMatch(/^image\//)
    good(await professional.wire.from('profiles').update(folder === 'avatars' ? { avatar_url: publicUrl } : { banner_url: publicUrl }).eq('id', professional.id))
  }
  expect((await bucket.upload(`avatars/${randomUUID()}-1`, picture, { upsert: true, contentType: 'image/jpeg' })).error).not.toBeNull()
  good(await service.storage.createBucket('rascunhos', { public: false }))
  const own = service.storage.from('rascunhos')
  good(await own.upload('a.txt', Buffer.from('a'), { contentType: 'text/plain' }))
  good(await own.copy('a.txt', 'b.txt'))
  good(await own.move('b.txt', 'c.txt'))
  expect(good(await own.list()).map(({ name }) => name)).toEqual(['a.txt', 'c.txt'])
  const { signedUrl } = good(await own.createSignedUrl('c.txt', 60))
  expect(await (await fetch(signedUrl)).text()).toBe('a')
  good(await own.remove(['a.txt', 'c.txt']))
  good(await service.storage.updateBucket('rascunhos', { public: true }))
  expect(good(await service.storage.getBucket('rascunhos')).public).toBe(true)
  expect(good(await service.storage.listBuckets()).map(({ id }) => id)).toContain('rascunhos')
  good(await service.storage.emptyBucket('rascunhos'))
  good(await service.storage.deleteBucket('rascunhos'))
}

async function live({ professional }: Stage) {
  const beats: string[] = []
  professional.wire.realtime.onHeartbeat((status) => beats.push(status))
  await new Promise<void>((done) => void professional.wire.channel('mensagens').subscribe((status) => (status === 'SUBSCRIBED' || status === 'CHANNEL_ERROR' ? done() : undefined)))
  await professional.wire.realtime.sendHeartbeat()
  await expect.poll(() => beats).toContain('ok')
  await professional.wire.removeAllChannels()
  expect(JSON.stringify(good(await professional.wire.functions.invoke('export_data', { body: {} })))).toContain(professional.email)
}

async function access({ visitor, professional, service }: Stage) {
  const wire = visitor()
  const credentials = { email: professional.email, password: PASSWORD }
  expect(refused(await wire.auth.signInWithPassword({ ...credentials, password: 'outra-senha' }))).toBe('invalid_credentials')
  const first = good(await wire.auth.signInWithPassword(credentials)).session
  expect(good(await wire.auth.getSession()).session?.access_token).toBe(first.access_token)
  expect(good(await wire.auth.refreshSession()).session?.refresh_token).not.toBe(first.refresh_token)
  expect(good(await wire.auth.getUser()).user.email).toBe(professional.email)
  expect(good(await wire.auth.updateUser({ data: { theme: 'dark' } })).user.user_metadata).toMatchObject({ theme: 'dark', name: 'Nina Prado' })
  expect(good(await wire.auth.getUserIdentities()).identities.map(({ provider }) => provider)).toEqual(['email'])
  const enrolled = good(await wire.auth.mfa.enroll({ factorType: 'totp' }))
  good(await wire.auth.mfa.challenge({ factorId: enrolled.id }))
  expect(refused(await wire.auth.mfa.challengeAndVerify({ factorId: enrolled.id, code: '000000' }))).toBe('mfa_verification_failed')
  good(await wire.auth.mfa.unenroll({ factorId: enrolled.id }))
  for (const scope of ['others', 'local', 'global'] as const) {
    good(await wire.auth.signInWithPassword(credentials))
    expect((await wire.auth.signOut({ scope })).error).toBeNull()
  }
  const said: Record<string, unknown> = {
    otp: refused(await wire.auth.signInWithOtp({ email: professional.email })),
    verify: refused(await wire.auth.verifyOtp({ email: professional.email, token: '000000', type: 'email' })),
    recover: refused(await wire.auth.resetPasswordForEmail(professional.email)),
    resend: refused(await wire.auth.resend({ type: 'signup', email: professional.email })),
    sso: refused(await wire.auth.signInWithSSO({ domain: 'exemplo.com.br' })),
    web3: refused(await wire.auth.signInWithWeb3({ chain: 'ethereum', message: 'x', signature: '0x00' })),
    pkce: refused(await wire.auth.exchangeCodeForSession(randomUUID())),
    id_token: refused(await wire.auth.signInWithIdToken({ provider: 'google', token: 'x.y.z' })),
  }
  // Mails are asked for without telling who is known; wrong codes, and providers that are off, in the protocol's words.
  expect(said).toEqual({ verify: 'otp_expired', sso: 'saml_provider_disabled', web3: 'web3_provider_disabled', pkce: 'validation_failed', id_token: 'provider_disabled' })
  const { users } = good(await service.auth.admin.listUsers())
  expect(users.length).toBeGreaterThan(3)
  expect(good(await service.auth.admin.getUserById(professional.id)).user.email).toBe(professional.email)
  expect(refused(await visitor().auth.admin.listUsers())).toBeDefined()
}
