import { screen, within } from '@testing-library/react'
import userEvent from '@testing-library/user-event'
import { beforeEach, expect, test, vi } from 'vitest'
import { askedOf, serve } from '@/api/test-server'
import { ReviewDialog } from '@/features/review/review-dialog'
import { renderAt } from '@/lib/test-render'
import { currentToast } from '@/lib/toast'

const current = vi.hoisted((): { role: 'company' | 'professional' } => ({ role: 'professional' }))
vi.mock('@/api/session/session', async () => {
  const { alone } = await import('@/api/session/test-member')
  return { useMember: () => alone({ id: 'marina', role: current.role }) }
})

beforeEach(() => {
  serve()
  current.role = 'professional'
})

async function open() {
  renderAt(<ReviewDialog contractId="c1" authorId="marina" partner="Serra Azul" />)
  await userEvent.click(screen.getByRole('button', { name: 'Avaliar' }))
  await screen.findByRole('dialog', { name: 'Avaliar Serra Azul' })
}

function send() {
  return userEvent.click(screen.getByRole('button', { name: 'Enviar avaliação' }))
}

async function fill() {
  await userEvent.click(screen.getByRole('radio', { name: /^4 estrelas/ }))
  await userEvent.type(screen.getByRole('textbox', { name: 'Comentário' }), ' Escopo claro. ')
}

test('says that both reviews stay hidden until both are in', async () => {
  await open()
  expect(
    screen.getByText(
      'O outro lado não lê antes o que você escreve. As avaliações aparecem quando os dois lados avaliarem, passadas 24 horas da conclusão e 72 horas do acordo; sem a outra, 14 dias depois da conclusão.',
    ),
  ).toBeTruthy()
})

test('stars and words are both asked for', async () => {
  await open()
  await send()
  expect(screen.getByText('Escolha de uma a cinco estrelas')).toBeTruthy()
  expect(screen.getByText('Escreva como foi o trabalho')).toBeTruthy()
  await userEvent.click(screen.getByRole('radio', { name: /^4 estrelas/ }))
  await send()
  expect(screen.queryByText('Escolha de uma a cinco estrelas')).toBeNull()
  expect(screen.getByText('Escreva como foi o trabalho')).toBeTruthy()
  expect(askedOf('reviews')).toEqual([])
})

test('a sent review closes the dialog and says when it will show', async () => {
  await open()
  await fill()
  await send()
  await vi.waitFor(() => expect(screen.queryByRole('dialog')).toBeNull())
  expect(currentToast()).toMatchObject({
    title: 'Avaliação enviada!',
    description:
      'As avaliações aparecem quando os dois lados avaliarem, passadas 24 horas da conclusão e 72 horas do acordo; sem a outra, 14 dias depois da conclusão.',
  })
  expect(askedOf('reviews').map(({ method, body }) => [method, body])).toEqual([
    ['POST', { contract_id: 'c1', author_id: 'marina', rating: 4, axes: {}, content: 'Escopo claro.' }],
  ])
})

test('a refused review stays open and says why', async () => {
  serve({ reviews: 500 })
  await open()
  await fill()
  await send()
  await vi.waitFor(() =>
    expect(currentToast()).toMatchObject({ variant: 'destructive', title: 'Avaliação não enviada' }),
  )
  expect(screen.getByRole('dialog')).toBeTruthy()
})

test.each([
  ['company', ['Técnica', 'Prazo', 'Documentação', 'Segurança']],
  ['professional', ['Escopo claro', 'Acesso à planta', 'Estabilidade do escopo', 'Pagamento em dia']],
] as const)('a %s rates by what the other side answers for', async (role, axes) => {
  current.role = role
  await open()
  const groups = within(screen.getByRole('group', { name: /Por critério/ })).getAllByRole('group')
  expect(
    groups.map((group) => within(group).getByText(axes[groups.indexOf(group)] ?? '').textContent),
  ).toEqual(axes)
})

test('sends the rated axes and those that do not apply, and no others', async () => {
  await open()
  await fill()
  const axis = (name: string) => within(screen.getByRole('group', { name }))
  await userEvent.click(axis('Escopo claro').getByRole('radio', { name: '5 de 5' }))
  await userEvent.click(axis('Pagamento em dia').getByRole('radio', { name: '3 de 5' }))
  await userEvent.click(axis('Acesso à planta').getByRole('radio', { name: '1 de 5' }))
  await userEvent.click(axis('Acesso à planta').getByRole('radio', { name: 'Não se aplica' }))
  await send()
  await vi.waitFor(() => expect(screen.queryByRole('dialog')).toBeNull())
  expect(askedOf('reviews')[0]?.body).toMatchObject({
    rating: 4,
    axes: { clear_scope: 5, payment: 3, site_access: null },
  })
})

test('an axis is rated with the keyboard alone', async () => {
  await open()
  const axis = within(screen.getByRole('group', { name: 'Escopo claro' }))
  await userEvent.click(axis.getByRole('radio', { name: '3 de 5' }))
  await userEvent.keyboard('{ArrowRight}')
  expect(axis.getByRole<HTMLInputElement>('radio', { name: '4 de 5' }).checked).toBe(true)
})
