import { screen, within } from '@testing-library/react'
import userEvent from '@testing-library/user-event'
import { expect, test, vi } from 'vitest'
import { askedOf, serve } from '@/api/test-server'
import { AcceptAction } from '@/features/proposal/received/accept-action'
import { DETAILED } from '@/features/proposal/test-terms'
import { ofCents } from '@/lib/money'
import { renderAt } from '@/lib/test-render'
import { currentToast } from '@/lib/toast'

const PROPOSAL = { ...DETAILED, id: 'o1', terms: 3 }
const CHANGED = { code: 'proposal_changed', message: 'A proposta mudou.' }

async function ask() {
  renderAt(<AcceptAction proposal={PROPOSAL} title="Retrofit da enchedora" professional="Marina Alves" />)
  await userEvent.click(screen.getByRole('button', { name: 'Aceitar proposta' }))
  return screen.findByRole('alertdialog')
}

function accept(dialog: HTMLElement) {
  return userEvent.click(within(dialog).getByRole('button', { name: 'Aceitar proposta' }))
}

function facts(dialog: HTMLElement) {
  return within(dialog)
    .getAllByRole('term')
    .map((term) => [term.textContent, term.nextElementSibling?.textContent.replaceAll('\u00a0', ' ')])
}

test.each([
  [false, 'as outras propostas são recusadas'],
  [true, 'As outras propostas esperam'],
])('what is accepted is said again, and what becomes of the others (kept: %s)', async (keeps, sentence) => {
  serve({ 'rpc/accept_proposal': { body: { contract_id: 'c1' } } })
  const dialog = await ask()
  expect(facts(dialog)).toEqual([
    ['Projeto', 'Retrofit da enchedora'],
    ['Total a pagar', 'R$ 53.500,50'],
    ['Prazo', '40 dias úteis'],
    ['Marcos', '3 marcos'],
  ])
  expect(within(dialog).getByRole('note', { name: 'Aceite por silêncio' }).textContent).toContain('14 dias')
  if (keeps) await userEvent.click(within(dialog).getByRole('checkbox', { name: /em espera/ }))
  expect(dialog.textContent).toContain(sentence)
  await accept(dialog)
  await vi.waitFor(() => expect(currentToast()?.title).toBe('Proposta aceita!'))
  expect(currentToast()?.action?.label).toBe('Ver contrato')
  expect(askedOf('rpc/accept_proposal').map(({ body }) => body)).toEqual([
    { proposal_id: 'o1', terms: 3, keep_others: keeps },
  ])
})

test('what changed after it was read is shown, and asked about again', async () => {
  serve({
    'rpc/accept_proposal': ({ body }) =>
      JSON.stringify(body).includes('"terms":3') ? { body: CHANGED, status: 409 } : { body: {} },
    proposals: [{ ...DETAILED, terms: 4, value_cents: ofCents(6_000_000), deadline_days: 50 }],
  })
  await accept(await ask())
  const again = await screen.findByRole('alertdialog')
  expect(within(again).getByRole('alert').textContent).toContain('A proposta mudou depois que você a leu')
  expect(facts(again)).toContainEqual(['Total a pagar', 'R$ 61.500,50'])
  expect(facts(again)).toContainEqual(['Prazo', '50 dias úteis'])
  await accept(again)
  await vi.waitFor(() => expect(currentToast()?.title).toBe('Proposta aceita!'))
  expect(askedOf('rpc/accept_proposal').map(({ body }) => body)).toEqual([
    { proposal_id: 'o1', terms: 3, keep_others: false },
    { proposal_id: 'o1', terms: 4, keep_others: false },
  ])
})
