import { cleanup, screen } from '@testing-library/react'
import userEvent from '@testing-library/user-event'
import { beforeEach, expect, test, vi } from 'vitest'
import type * as Client from '@/api/client'
import { askedOf, serve } from '@/api/test-server'
import { stubSharedContent } from '@/api/device/test-share-target'
import { rereadOutbox } from '@/features/message/outbox/outbox'
import { Thread } from '@/features/message/thread/thread'
import { MESSAGE } from '@/features/message/test-message'
import { renderAt } from '@/lib/test-render'
import { currentToast } from '@/lib/toast'

vi.mock('@/features/message/thread/use-companion', () => ({
  useCompanion: () => ({ isPresent: false, isTyping: false, tellTyping: () => undefined }),
}))

const signedIn = vi.hoisted(() => ({ id: 'marina' }))
vi.mock('@/api/client', async (original) => ({
  ...(await original<typeof Client>()),
  readStoredSession: () => ({ user: signedIn }),
}))

beforeEach(() => {
  signedIn.id = 'marina'
  localStorage.clear()
  rereadOutbox()
})

const SENT = { id: 'm1', timestamp: '2026-11-20T12:00:00Z' }

async function write(text: string, answer: { body: object; status?: number } | 400) {
  serve({ 'rpc/send_message': answer })
  renderAt(<Thread ownId="marina" partnerId="serra" speaksFor={null} report={() => null} />)
  await screen.findByText('Escreva a primeira mensagem.')
  await userEvent.type(box(), `${text}{Enter}`)
}

function box() {
  return screen.getByLabelText<HTMLTextAreaElement>('Mensagem')
}

function stored() {
  return askedOf('rpc/send_message')
}

test('Enter sends, and without a mail server the notice says that no mail goes out', async () => {
  await write('Bom dia', { body: SENT })
  await vi.waitFor(() =>
    expect(currentToast()).toMatchObject({
      title: 'Mensagem Enviada!',
      description: 'Simulação: em produção, uma notificação por e-mail seria enviada.',
    }),
  )
  expect(stored().map(({ body }) => body)).toMatchObject([{ to_id: 'serra', content: 'Bom dia' }])
  expect(screen.getAllByText('Bom dia')).toHaveLength(1)
})

test('an unanswered message stays, says so and is retried under its key', async () => {
  await write('Bom dia', { body: { message: 'x' }, status: 500 })
  await userEvent.click(await screen.findByRole('button', { name: 'Tentar novamente' }))
  expect(currentToast()).toMatchObject({
    variant: 'destructive',
    title: 'Erro',
    description: 'Não foi possível enviar a mensagem.',
  })
  await vi.waitFor(() => expect(stored()).toHaveLength(2))
  const [first, second] = stored().map(({ body }) => body)
  expect(second).toEqual(first)
})

test('an unsent text survives a reload', async () => {
  await write('Bom dia', { body: { message: 'x' }, status: 500 })
  await screen.findByRole('button', { name: 'Tentar novamente' })
  cleanup()
  rereadOutbox()
  renderAt(<Thread ownId="marina" partnerId="serra" speaksFor={null} report={() => null} />)
  expect(await screen.findByText('Bom dia')).toBeTruthy()
  expect(screen.getByRole('button', { name: 'Tentar novamente' })).toBeTruthy()
})

test.each([
  ['retry_after_s=42', 'Você pode continuar em menos de um minuto.'],
  ['retry_after_s=90000', /Você pode continuar em \d\d\/\d\d\/\d{4} às \d\d:\d\d\./],
])(
  'what is refused for now goes back into the box, which says when one may go on: %s',
  async (details, when) => {
    const body = { code: 'too_many_messages_to_person', message: 'x', details, hint: null }
    await write('Bom dia', { body, status: 429 })
    const alert = await screen.findByText(/^Você enviou muitas mensagens seguidas para esta pessoa\./)
    expect(alert.textContent).toMatch(when)
    expect(box().value).toBe('Bom dia')
    expect(screen.queryByRole('button', { name: 'Tentar novamente' })).toBeNull()
  },
)

const EVA = {
  id: 'eva',
  role: 'company',
  status: 'active',
  removed_at: null,
  name: 'Eva Martins',
  title: '',
  headline: '',
  is_party: false,
}
const SERRA = { ...EVA, id: 'serra', name: 'Serra Azul', is_party: true }

function said(id: string, party_id: string | null, from_id = 'eva') {
  const to_id = from_id === 'eva' ? 'marina' : 'eva'
  const timestamp = `2026-11-20T12:0${id}:00Z`
  return { ...MESSAGE, id, from_id, to_id, party_id, content: `Fala ${id}`, read: true, timestamp }
}

test('messages of a colleague name her company in the head and once where she starts to write for it', async () => {
  serve({
    profiles: ({ query }) => [query.id === 'eq.serra' ? SERRA : EVA],
    conversations: [{ party: SERRA }],
    messages: [
      said('5', null),
      said('4', 'serra'),
      said('3', null, 'marina'),
      said('2', 'serra'),
      said('1', 'serra'),
    ],
  })
  renderAt(<Thread ownId="marina" partnerId="eva" speaksFor={null} report={() => null} />)
  const head = await screen.findByRole('heading', { level: 2 })
  await vi.waitFor(() => expect(head.textContent).toBe('Eva Martins · Serra Azul'))
  const log = await screen.findByRole('log')
  const spoken = () => [...log.querySelectorAll('li p')].map((line) => line.textContent)
  await vi.waitFor(() =>
    expect(spoken().filter((text) => /^(Eva|Fala)/.test(text))).toEqual([
      'Eva Martins · Serra Azul',
      'Fala 1',
      'Fala 2',
      'Fala 3',
      'Eva Martins · Serra Azul',
      'Fala 4',
      'Eva Martins',
      'Fala 5',
    ]),
  )
})

test('a person who writes for a company sees it, and the request carries it', async () => {
  signedIn.id = 'eva'
  serve({ 'rpc/send_message': { body: SENT } })
  renderAt(<Thread ownId="eva" partnerId="marina" speaksFor={SERRA} report={() => null} />)
  expect(await screen.findByText('Você escreve por Serra Azul.')).toBeTruthy()
  await userEvent.type(screen.getByLabelText('Mensagem'), 'Bom dia{Enter}')
  await vi.waitFor(() => expect(stored().map(({ body }) => body)).toMatchObject([{ party_id: 'serra' }]))
})

test('blanks are not sent', async () => {
  await write('   ', { body: SENT })
  expect(stored()).toEqual([])
})

test('a person who may no longer answer sees the reason', async () => {
  serve({ messages: [] })
  renderAt(
    <Thread ownId="marina" partnerId="serra" speaksFor={null} silence="Você saiu." report={() => null} />,
  )
  expect(await screen.findByText('Você saiu.')).toBeTruthy()
  expect(screen.queryByLabelText('Mensagem')).toBeNull()
})

test('nobody writes to a blocked account', async () => {
  serve({
    profiles: [
      {
        id: 'serra',
        role: 'company',
        status: 'blocked',
        removed_at: null,
        name: 'Serra Azul',
        title: '',
        headline: '',
        is_party: true,
      },
    ],
  })
  renderAt(<Thread ownId="marina" partnerId="serra" speaksFor={null} report={() => null} />)
  expect(await screen.findByText('bloqueado')).toBeTruthy()
  expect(screen.getByText('Esta conta está bloqueada e não recebe mensagens.')).toBeTruthy()
  expect(screen.queryByLabelText('Mensagem')).toBeNull()
})

const QUESTION = { ...said('1', null), content: 'Quando começa?' }
const NOTICE = {
  ...said('2', null),
  content: 'Sua proposta foi aceita.',
  automatic: true,
  subject_kind: 'contract',
  subject_id: 'c1',
}

test('an answer shows the quoted message and sends its id', async () => {
  serve({ messages: [QUESTION], profiles: [EVA], 'rpc/send_message': { body: SENT } })
  renderAt(<Thread ownId="marina" partnerId="eva" speaksFor={null} report={() => null} />)
  await userEvent.click(await screen.findByRole('button', { name: 'Responder' }))
  expect(document.activeElement).toBe(box())
  await userEvent.type(box(), 'Segunda{Enter}')
  await vi.waitFor(() =>
    expect(stored().map(({ body }) => body)).toMatchObject([{ content: 'Segunda', quotes_id: '1' }]),
  )
  expect(await screen.findByRole('button', { name: 'Ir para a mensagem respondida' })).toBeTruthy()
})

test('a message of the product is not a bubble and links to its subject', async () => {
  serve({ messages: [NOTICE], contracts: [{ number: 6 }] })
  renderAt(<Thread ownId="marina" partnerId="eva" speaksFor={null} report={() => <i>Denunciar</i>} />)
  const way = await screen.findByRole('link', { name: 'Contrato CTR-0006' })
  expect(way.getAttribute('href')).toBe('/dashboard/contratos/c1')
  expect([screen.queryByText('Denunciar'), screen.queryByRole('button', { name: 'Responder' })]).toEqual([
    null,
    null,
  ])
})

test('a new proposal is named by its project, or by its kind if the project is gone', async () => {
  const proposal = { ...NOTICE, from_id: 'eva', to_id: 'marina', subject_kind: 'project', subject_id: 'p1' }
  serve({ messages: [proposal], projects: [{ title: 'Troca do CLP da linha 4' }] })
  renderAt(<Thread ownId="marina" partnerId="eva" speaksFor={null} report={() => null} />)
  const way = await screen.findByRole('link', { name: 'Ver proposta: Troca do CLP da linha 4' })
  expect(way.getAttribute('href')).toBe('/dashboard/projetos/p1/propostas')
  cleanup()
  serve({ messages: [proposal], projects: [] })
  renderAt(<Thread ownId="marina" partnerId="eva" speaksFor={null} report={() => null} />)
  expect(await screen.findByRole('link', { name: 'Ver proposta' })).toBeTruthy()
})

test('shared content is put into the box once and sent only by its writer', async () => {
  const shared = stubSharedContent('Relé queimado', { 'laudo.pdf': 'x' })
  localStorage.setItem('automacao-rascunho:mensagem:marina:serra', JSON.stringify({ text: 'Veja:' }))
  serve()
  const thread = <Thread ownId="marina" partnerId="serra" speaksFor={null} report={() => null} />
  renderAt(thread, { entries: ['/dashboard/mensagens/serra?compartilhado=sim'] })
  await vi.waitFor(() => expect(box().value).toBe('Veja:\nRelé queimado'))
  await screen.findByText('laudo.pdf')
  await vi.waitFor(() => expect(shared.isThere()).toBe(false))
  expect(stored(), 'nothing is sent by itself').toEqual([])
})
