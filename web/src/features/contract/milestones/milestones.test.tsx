import { fireEvent, screen, within } from '@testing-library/react'
import userEvent from '@testing-library/user-event'
import { useState } from 'react'
import { expect, test, vi } from 'vitest'
import { ApiError } from '@/api/errors'
import { uploadPaper } from '@/api/request/upload'
import { askedOf, keysOf, serve } from '@/api/test-server'
import { DeliverDialog } from '@/features/contract/milestones/deliver-dialog'
import { MilestoneList } from '@/features/contract/milestones/milestone-list'
import { debtOf } from '@/features/contract/milestones/milestone-text'
import { PixDialog } from '@/features/contract/money/pix-dialog'
import type { Contract, Milestone } from '@/features/contract/queries'
import { ACTIVE, AGREED, WHOLE } from '@/features/contract/test-contract'
import { ofCents } from '@/lib/money'
import { renderAt } from '@/lib/test-render'

vi.mock('@/api/request/upload', () => ({ uploadPaper: vi.fn() }))

function paper(name: string) {
  return new File(['x'], name, { type: 'application/pdf' })
}

test('files are sent one by one before the delivery; one that fails says so, and only it is sent again', async () => {
  serve({ 'rpc/attach_file': { body: {} }, 'rpc/deliver_milestone': { body: {} } })
  vi.mocked(uploadPaper)
    .mockResolvedValueOnce('c1/1-a.pdf')
    .mockRejectedValueOnce(new ApiError('offline', 0))
    .mockResolvedValueOnce('c1/2-b.pdf')
  renderAt(<DeliverDialog contract={ACTIVE} milestone={WHOLE} isPrimary />)
  await userEvent.click(screen.getByRole('button', { name: 'Entregar' }))
  const dialog = await screen.findByRole('dialog')
  const input = dialog.querySelector<HTMLInputElement>('input[type=file]')
  if (input === null) throw new Error('no input')
  await userEvent.upload(input, [paper('a.pdf'), paper('b.pdf')])
  const send = within(dialog).getByRole('button', { name: 'Marcar como entregue' })
  await userEvent.click(send)
  expect(await within(dialog).findByRole('alert')).toBeTruthy()
  expect(within(dialog).getByText('Enviado')).toBeTruthy()
  expect(askedOf('rpc/deliver_milestone')).toEqual([])
  await userEvent.click(send)
  await vi.waitFor(() => expect(askedOf('rpc/deliver_milestone')).toHaveLength(1))
  const about = { contract_id: 'c1', milestone_id: 'm1', purpose: 'delivery' }
  expect(askedOf('rpc/attach_file').map(({ body }) => body)).toEqual([
    { ...about, path: 'c1/1-a.pdf', name: 'a.pdf' },
    { ...about, path: 'c1/2-b.pdf', name: 'b.pdf' },
  ])
})

test('what nobody deposited is delivered only with the word that one works without guarantee', async () => {
  serve({ 'rpc/deliver_milestone': { body: {} } })
  renderAt(<DeliverDialog contract={{ ...ACTIVE, settlement: 'guarantee' }} milestone={WHOLE} isPrimary />)
  await userEvent.click(screen.getByRole('button', { name: 'Entregar sem garantia' }))
  const dialog = within(await screen.findByRole('dialog'))
  const send = dialog.getByRole('button', { name: 'Marcar como entregue' })
  expect(send).toHaveProperty('disabled', true)
  await userEvent.click(dialog.getByRole('checkbox', { name: /^Trabalho sem garantia/ }))
  await userEvent.click(send)
  await vi.waitFor(() => expect(askedOf('rpc/deliver_milestone')).toHaveLength(1))
  expect(askedOf('rpc/deliver_milestone')[0]?.body).toEqual({ milestone_id: 'm1', unfunded: true })
})

const MAYS = { mayFulfil: true, mayNegotiate: true, mayPay: true }

/** The contract as it is read anew when the work was begun elsewhere. */
function Begun() {
  const [isBegun, setIsBegun] = useState(false)
  return (
    <div>
      <button data-testid="begin" onClick={() => setIsBegun(true)} />
      <MilestoneList
        contract={isBegun ? ACTIVE : AGREED}
        side="professional"
        mays={MAYS}
        dispute={undefined}
        fiscal={undefined}
      />
    </div>
  )
}

test('a dialog that is open stays so when its step is offered above from then on', async () => {
  serve()
  renderAt(<Begun />)
  await userEvent.click(screen.getByRole('button', { name: 'Entregar' }))
  await userEvent.type(await screen.findByLabelText(/O que foi entregue/), 'Tudo.')
  fireEvent.click(screen.getByTestId('begin'))
  expect(screen.getByLabelText(/O que foi entregue/)).toHaveProperty('value', 'Tudo.')
  await userEvent.keyboard('{Escape}')
  expect(screen.queryByRole('button', { name: 'Entregar' })).toBeNull()
})

const OWED = { ...WHOLE, status: 'awaiting_payment', owed_due_on: '2026-11-10' } as const

test.each([
  ['on its day', OWED, '2026-11-10', undefined],
  ['the day after', OWED, '2026-11-11', 'Pagamento vencido há 1 dia.'],
  ['once it is paid', { ...OWED, status: 'released' } as const, '2026-12-01', undefined],
  [
    'with the day of the stop, in dispute too',
    { ...OWED, status: 'disputed', acceptances_stop_on: '2026-11-26' } as const,
    '2026-12-14',
    'Pagamento vencido há 34 dias. A partir de 26/11/2026, a empresa não aceita novas propostas enquanto o valor for devido.',
  ],
])('a debt %s', (_, milestone, today, said) => {
  expect(debtOf(milestone, today)).toBe(said)
})

const GUARANTEED: Contract = { ...AGREED, settlement: 'guarantee', fee_basis_points: 1000 }

function first(change: Partial<Milestone> = {}): Milestone {
  const [milestone] = GUARANTEED.milestones
  if (milestone === undefined) throw new Error('a contract has milestones')
  return { ...milestone, ...change }
}

const CODE = {
  charge_id: 'g1',
  txid: 'T'.repeat(32),
  status: 'open',
  br_code: '000201-pix',
  qr_code: 'data:image/png;base64,AA==',
  value: 52000,
  expires_at: '2099-01-01T12:00:00Z',
}

test('shows the code of the open charge to copy, as a picture, and until when it is good', async () => {
  serve({ 'rpc/fund_milestone': () => ({ body: CODE }) })
  renderAt(<PixDialog contract={GUARANTEED} milestone={first()} />)
  await userEvent.click(screen.getByRole('button', { name: 'Pagar com Pix' }))
  expect((await screen.findByRole('textbox', { name: 'Pix copia e cola' })).getAttribute('value')).toBe(
    '000201-pix',
  )
  expect(screen.getByRole('img', { name: 'Código QR do Pix' }).getAttribute('src')).toBe(CODE.qr_code)
  expect(screen.getByText(/Vale até 01\/01\/2099/)).toBeTruthy()
  expect(askedOf('rpc/fund_milestone').map(({ body }) => body)).toEqual([{ milestone_id: first().id }])
  expect(keysOf('rpc/fund_milestone')).not.toContain(null)
})

test.each([
  ['is held', GUARANTEED, first({ status: 'funded', held_cents: ofCents(5_200_000) })],
  ['was released', GUARANTEED, first({ status: 'released' })],
  ['is settled directly', AGREED, first()],
])('is not there for what %s', (_, contract, milestone) => {
  serve()
  renderAt(<PixDialog contract={contract} milestone={milestone} />)
  expect(screen.queryByRole('button', { name: 'Pagar com Pix' })).toBeNull()
})

test('shows no code to pay twice while the page learns that it is paid', async () => {
  serve({ 'rpc/fund_milestone': () => ({ body: { ...CODE, status: 'paid' } }) })
  renderAt(<PixDialog contract={GUARANTEED} milestone={first()} />)
  await userEvent.click(screen.getByRole('button', { name: 'Pagar com Pix' }))
  expect(await screen.findByText('Pagamento recebido.')).toBeTruthy()
  expect(screen.queryByRole('img', { name: 'Código QR do Pix' })).toBeNull()
})

test('says why there is no code', async () => {
  serve({
    'rpc/fund_milestone': {
      status: 409,
      body: { code: 'receiver_incomplete', message: 'O profissional ainda precisa concluir o cadastro.' },
    },
  })
  renderAt(<PixDialog contract={GUARANTEED} milestone={first()} />)
  await userEvent.click(screen.getByRole('button', { name: 'Pagar com Pix' }))
  expect(await screen.findByText(/concluir o cadastro/)).toBeTruthy()
})
