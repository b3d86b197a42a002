import { cleanup, screen } from '@testing-library/react'
import userEvent from '@testing-library/user-event'
import { useState } from 'react'
import { beforeEach, expect, test, vi } from 'vitest'
import type * as Reach from '@/api/device/connectivity'
import { askedOf, serve } from '@/api/test-server'
import { ProposalDialog } from '@/features/proposal/propose/proposal-dialog'
import { ofCents } from '@/lib/money'
import { renderAt } from '@/lib/test-render'
import { currentToast } from '@/lib/toast'

vi.mock('@/api/session/session', async () => {
  const { alone } = await import('@/api/session/test-member')
  return { useSession: () => alone({ id: 'marina' }) }
})

const MIN = ofCents(4_500_000)
const MAX = ofCents(6_000_000)

const reach = vi.hoisted(() => ({ isDown: false }))
vi.mock('@/api/device/connectivity', async (original) => ({
  ...(await original<typeof Reach>()),
  isServerDown: () => reach.isDown,
}))

beforeEach(() => {
  localStorage.clear()
  reach.isDown = false
  serve()
})

type Limits = { min?: typeof MIN | null; max?: typeof MAX | null }

function Page({ min, max }: { min: typeof MIN | null; max: typeof MAX | null }) {
  const [isOpen, setIsOpen] = useState(true)
  return (
    <main>
      <h1 tabIndex={-1}>Envase</h1>
      {isOpen && (
        <ProposalDialog
          project={{
            id: 'p1',
            title: 'Envase',
            category: 'Robótica',
            state: 'SP',
            scope_clarity: 62,
            scope_model: 'retrofit-clp',
            budget_min_cents: min,
            budget_max_cents: max,
          }}
          professionalId="marina"
          open
          onOpenChange={setIsOpen}
        />
      )}
    </main>
  )
}

function open({ min = MIN, max = MAX }: Limits = {}) {
  renderAt(<Page min={min} max={max} />)
}

async function fill(value: string, budget: Limits = {}) {
  open(budget)
  await userEvent.type(screen.getByLabelText('Carta de Apresentação'), 'Já fiz três.')
  await userEvent.type(screen.getByLabelText('Valor da Proposta (R$)'), value)
}

function send(name = 'Enviar Proposta') {
  return userEvent.click(screen.getByRole('button', { name }))
}

function sent() {
  return askedOf('proposals').map(({ body }) => body)
}

const ROW = { cover_letter: 'Já fiz três.', project_id: 'p1', professional_id: 'marina', status: 'pending' }

test.each(['22500', '45000', '120000'])(
  '%s is within reach of the budget and is sent at once',
  async (value) => {
    await fill(value)
    await send()
    await vi.waitFor(() => expect(currentToast()?.title).toBe('Proposta Enviada!'))
    expect(sent()).toEqual([{ ...ROW, value: `${value}.00` }])
    await vi.waitFor(() => expect(document.activeElement?.tagName).toBe('H1'))
  },
)

test('offline it says so, keeps the text and sends nothing later on its own', async () => {
  reach.isDown = true
  await fill('45000')
  await send()
  await vi.waitFor(
    () =>
      expect(currentToast()).toMatchObject({
        title: 'Proposta não enviada',
        description: 'Sem conexão com o servidor. Verifique sua internet e tente novamente.',
      }),
    { timeout: 4000 },
  )
  cleanup()
  reach.isDown = false
  open()
  expect(screen.getByLabelText<HTMLTextAreaElement>('Carta de Apresentação').value).toBe('Já fiz três.')
  expect(sent()).toEqual([])
})

test.each([
  ['5200', 'R$ 5.200,00 está muito abaixo do orçamento.'],
  ['520000', 'R$ 520.000,00 está muito acima do orçamento.'],
])('%s is doubted first, and sent when meant', async (value, doubt) => {
  await fill(value)
  await send()
  const warning = screen.getByRole('alert')
  expect(warning.textContent.replaceAll('\u00a0', ' ')).toContain(doubt)
  expect(warning.textContent.replaceAll('\u00a0', ' ')).toContain('entre R$ 45.000,00 e R$ 60.000,00')
  expect(document.activeElement).toBe(warning)
  expect(sent()).toEqual([])
  await send('Enviar mesmo assim')
  await vi.waitFor(() => expect(sent()).toEqual([{ ...ROW, value: `${value}.00` }]))
})

test('a corrected value removes the warning, and another odd one shows it again', async () => {
  await fill('5200')
  await send()
  const box = screen.getByLabelText('Valor da Proposta (R$)')
  await userEvent.clear(box)
  await userEvent.type(box, '52000')
  expect(screen.queryByRole('alert')).toBeNull()
  await userEvent.clear(box)
  await userEvent.type(box, '520000')
  await send()
  expect(screen.getByRole('alert').textContent).toContain('muito acima')
  expect(sent()).toEqual([])
})

test('a budget without numbers gives no warning', async () => {
  await fill('1', { min: null, max: null })
  await send()
  await vi.waitFor(() => expect(sent()).toEqual([{ ...ROW, value: '1.00' }]))
})

test('an unsent draft is restored, and cleared after sending', async () => {
  await fill('45000')
  cleanup()
  open()
  expect(screen.getByLabelText('Carta de Apresentação')).toHaveProperty('value', 'Já fiz três.')
  expect(screen.getByLabelText('Valor da Proposta (R$)')).toHaveProperty('value', '45.000,00')
  await send()
  await vi.waitFor(() => expect(sent()).toEqual([{ ...ROW, value: '45000.00' }]))
  cleanup()
  open()
  expect(screen.getByLabelText('Carta de Apresentação')).toHaveProperty('value', '')
  expect(screen.getByLabelText('Valor da Proposta (R$)')).toHaveProperty('value', '')
})

test.each([
  ['SP', 'entre R$ 20.000 e R$ 50.000 em SP (metade do meio de 6 contratos concluídos).'],
  ['MG', 'entre R$ 10.000 e R$ 40.000 no Brasil (metade do meio de 9 contratos concluídos).'],
])('where contracts of %s are known, the form says what similar projects cost', async (known, told) => {
  const PRICE = { model: 'retrofit-clp', name: 'Retrofit de CLP', p50: 30_000 }
  serve({
    'rpc/list_reference_prices': ({ query: { uf } }) => {
      if (uf === undefined) return [{ ...PRICE, n: 9, p25: 10_000, p75: 40_000 }]
      return uf === known ? [{ ...PRICE, n: 6, p25: 20_000, p75: 50_000 }] : []
    },
  })
  open()
  const sentence = await screen.findByText(/Projetos assim fecharam/)
  await vi.waitFor(() => expect(sentence.textContent.replaceAll('\u00a0', ' ')).toContain(told))
})
