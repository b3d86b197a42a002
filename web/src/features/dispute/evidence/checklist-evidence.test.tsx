import { screen, within } from '@testing-library/react'
import userEvent from '@testing-library/user-event'
import { beforeEach, expect, test, vi } from 'vitest'
import { askedOf, serve } from '@/api/test-server'
import { DisputeAction } from '@/features/dispute/open-dispute'
import { CLAIM } from '@/features/dispute/test-dispute'
import { Timeline } from '@/features/dispute/timeline'
import { ofCents } from '@/lib/money'
import { renderAt } from '@/lib/test-render'

beforeEach(() => localStorage.clear())

const MILESTONE = {
  id: 'm1',
  position: 1,
  title: 'Painel',
  status: 'delivered',
  value_cents: ofCents(100_000),
  held_cents: ofCents(0),
}

test('a dispute about a failed item starts with a quote and attaches the checklist', async () => {
  serve({ 'rpc/open_dispute': { body: { id: 'd1' } } })
  const shown = { kind: 'checklist', id: 'l1' } as const
  renderAt(
    <DisputeAction
      contractId="c1"
      milestone={MILESTONE}
      label="Contestar"
      quoted={{ id: 'i1', text: 'Item 1: Parada.', shown, shownAs: 'lista TAF, versão 3' }}
    />,
  )
  await userEvent.click(screen.getByRole('button', { name: 'Contestar' }))
  const dialog = within(await screen.findByRole('dialog'))
  expect(dialog.getByText(/lista TAF, versão 3, como está agora/)).toBeTruthy()
  await userEvent.type(dialog.getByLabelText('O que não está de acordo'), ' Corta sim.')
  await userEvent.click(dialog.getByRole('button', { name: 'Abrir disputa' }))
  await vi.waitFor(() =>
    expect(askedOf('rpc/open_dispute').map(({ body }) => body)).toEqual([
      {
        milestone_id: 'm1',
        reason: 'Item 1: Parada. Corta sim.',
        professional_percent: 50,
        evidence: [shown],
      },
    ]),
  )
})

test('an attached checklist is quoted with its version and SHA-256', () => {
  const piece = {
    kind: 'checklist',
    id: 'l1',
    text: 'TAF: 1 reprovado.',
    version: 3,
    sha256: 'ab'.repeat(32),
  }
  renderAt(<Timeline contractId="c1" entries={[{ ...CLAIM, evidence: [piece] }]} value={ofCents(100_000)} />)
  const shown = within(screen.getByRole('list', { name: 'Provas' }))
  expect(shown.getByText('TAF: 1 reprovado.')).toBeTruthy()
  expect(shown.getByText('ab'.repeat(32))).toBeTruthy()
  expect(shown.getByRole('link').getAttribute('href')).toBe('/dashboard/contratos/c1/listas/l1')
})
