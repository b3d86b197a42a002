import { screen } from '@testing-library/react'
import userEvent from '@testing-library/user-event'
import { expect, test } from 'vitest'
import { askedOf, keysOf, serve } from '@/api/test-server'
import { PixDialog } from '@/features/contract/money/pix-dialog'
import type { Contract, Milestone } from '@/features/contract/queries'
import { AGREED } from '@/features/contract/test-contract'
import { ofCents } from '@/lib/money'
import { renderAt } from '@/lib/test-render'

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
