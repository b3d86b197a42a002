import { screen } from '@testing-library/react'
import userEvent from '@testing-library/user-event'
import { expect, test } from 'vitest'
import { colleague } from '@/api/session/test-member'
import { askedOf, serve } from '@/api/test-server'
import { OwnerNotices } from '@/features/organisation/members/owner-notices'
import { renderAt } from '@/lib/test-render'

const SERRA = { id: 'serra', role: 'company', name: 'Serra Azul' } as const
const NOTICE = {
  id: 'r1',
  person_id: 'beatriz',
  proposed_by: 'otavio',
  role: null,
  status: 'announced',
  objection: null,
  takes_effect_at: '2026-12-04T03:00:00Z',
  person: { name: 'Beatriz Lima' },
  proposer: { name: 'Otávio Lima' },
}

function open(ownId: string, notice: object = NOTICE) {
  serve({
    owner_removals: [notice],
    'rpc/answer_owner_removal': { body: {} },
    'rpc/withdraw_owner_removal': { body: {} },
  })
  renderAt(<OwnerNotices acting={colleague('owner', SERRA)} ownId={ownId} />)
}

test('the owner concerned sees the deadline and objects with a reason', async () => {
  open('beatriz')
  expect((await screen.findByRole('list', { name: 'Avisos de saída' })).textContent).toContain(
    'Otávio Lima avisou a sua saída da equipe. Até 03/12/2026',
  )
  await userEvent.click(screen.getByRole('button', { name: 'Opor-se à saída' }))
  await userEvent.type(screen.getByRole('textbox'), 'Fundei a empresa.')
  await userEvent.click(screen.getByRole('button', { name: 'Opor-se' }))
  await expect
    .poll(() => askedOf('rpc/answer_owner_removal').map(({ body }) => body))
    .toEqual([{ removal_id: 'r1', agree: false, reason: 'Fundei a empresa.' }])
})

test('the owner who gave the notice can withdraw it but not answer it', async () => {
  open('otavio')
  await userEvent.click(await screen.findByRole('button', { name: 'Retirar o aviso' }))
  await expect.poll(() => askedOf('rpc/withdraw_owner_removal')).toHaveLength(1)
  expect(screen.queryByRole('button', { name: 'Consentir' })).toBeNull()
})

test('after an objection everybody sees the reason, and the objecting owner may still consent', async () => {
  open('beatriz', { ...NOTICE, status: 'objected', objection: 'Fundei a empresa.' })
  expect(await screen.findByText('Fundei a empresa.')).toBeTruthy()
  expect(screen.getByText(/nada muda até a administração decidir/)).toBeTruthy()
  expect(screen.queryByRole('button', { name: 'Opor-se à saída' })).toBeNull()
  expect(screen.getByRole('button', { name: 'Consentir' })).toBeTruthy()
})
