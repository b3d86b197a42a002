import { screen } from '@testing-library/react'
import userEvent from '@testing-library/user-event'
import { beforeEach, expect, test, vi } from 'vitest'
import { askedOf, serve } from '@/api/test-server'
import { Thread } from '@/features/message/thread'
import { renderAt } from '@/lib/test-render'
import { currentToast } from '@/lib/toast'

vi.mock('@/features/message/use-companion', () => ({
  useCompanion: () => ({ isPresent: false, isTyping: false, tellTyping: () => undefined }),
}))

beforeEach(() => localStorage.clear())

async function write(text: string, stored: [] | 500) {
  serve({ messages: ({ method }) => (method === 'POST' ? stored : []) })
  renderAt(<Thread ownId="marina" partnerId="serra" speaksFor={null} report={() => null} />)
  await screen.findByText('Escreva a primeira mensagem.')
  await userEvent.type(screen.getByLabelText('Mensagem'), `${text}{Enter}`)
}

function stored() {
  return askedOf('messages').filter(({ method }) => method === 'POST')
}

test('Enter sends, and without a mail server the notice says that none goes out', async () => {
  await write('Bom dia', [])
  await vi.waitFor(() =>
    expect(currentToast()).toMatchObject({
      title: 'Mensagem Enviada!',
      description: 'Simulação: em produção, uma notificação por e-mail seria enviada.',
    }),
  )
  expect(stored().map(({ body }) => body)).toMatchObject([
    { from_id: 'marina', to_id: 'serra', content: 'Bom dia' },
  ])
})

test('a message that was not stored says so, stays, and can be sent again', async () => {
  await write('Bom dia', 500)
  await userEvent.click(await screen.findByRole('button', { name: 'Tentar de novo' }))
  expect(currentToast()).toMatchObject({
    variant: 'destructive',
    title: 'Erro',
    description: 'Não foi possível enviar a mensagem.',
  })
  await vi.waitFor(() => expect(stored()).toHaveLength(2))
})

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
  return {
    id,
    from_id,
    to_id,
    party_id,
    content: `Fala ${id}`,
    read: true,
    delivered_at: null,
    automatic: false,
    timestamp,
  }
}

test('what a colleague writes names her company: in the head, and once where she begins to speak for it', async () => {
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

test('who writes for a company reads so, and says so on the wire', async () => {
  serve({ messages: [] })
  renderAt(<Thread ownId="eva" partnerId="marina" speaksFor={SERRA} report={() => null} />)
  expect(await screen.findByText('Você escreve por Serra Azul.')).toBeTruthy()
  await userEvent.type(screen.getByLabelText('Mensagem'), 'Bom dia{Enter}')
  await vi.waitFor(() =>
    expect(stored().map(({ body }) => body)).toMatchObject([{ from_id: 'eva', party_id: 'serra' }]),
  )
})

test('blanks are not sent', async () => {
  await write('   ', [])
  expect(stored()).toEqual([])
})

test('who may no longer answer reads why', async () => {
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
