import { screen } from '@testing-library/react'
import userEvent from '@testing-library/user-event'
import { beforeEach, expect, test, vi } from 'vitest'
import { askedOf, serve } from '@/api/test-server'
import { Thread } from '@/features/message/thread'
import { renderAt } from '@/lib/test-render'
import { currentToast } from '@/ui/toast'

vi.mock('@/features/message/use-companion', () => ({
  useCompanion: () => ({ isPresent: false, isTyping: false, tellTyping: () => undefined }),
}))

beforeEach(() => localStorage.clear())

async function write(text: string, stored: [] | 500) {
  serve({ messages: ({ method }) => (method === 'POST' ? stored : []) })
  renderAt(<Thread ownId="marina" partnerId="serra" report={() => null} />)
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

test('blanks are not sent', async () => {
  await write('   ', [])
  expect(stored()).toEqual([])
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
  renderAt(<Thread ownId="marina" partnerId="serra" report={() => null} />)
  expect(await screen.findByText('bloqueado')).toBeTruthy()
  expect(screen.getByText('Esta conta está bloqueada e não recebe mensagens.')).toBeTruthy()
  expect(screen.queryByLabelText('Mensagem')).toBeNull()
})
