import { cleanup, screen, within } from '@testing-library/react'
import userEvent from '@testing-library/user-event'
import { beforeEach, expect, test, vi } from 'vitest'
import { askedOf, serve } from '@/api/test-server'
import { DETAILED } from '@/features/proposal/test-terms'
import { dayIn } from '@/features/proposal/terms/terms-draft'
import { TermsDialog } from '@/features/proposal/terms/terms-dialog'
import { renderAt } from '@/lib/test-render'

vi.mock('@/api/session/session', async () => {
  const { alone } = await import('@/api/session/test-member')
  return { useSession: () => alone({ id: 'marina' }) }
})

beforeEach(() => localStorage.clear())

const FROM = {
  ...DETAILED,
  valid_until: dayIn(20),
  milestones: [
    { title: 'Montagem', deliverable: '', value: 46800, due_on: null },
    { title: 'As built', deliverable: '', value: 5200, due_on: null },
  ],
}

function open(terms = 1) {
  renderAt(
    <TermsDialog kind="revise" about={{ proposal_id: 'o1', terms }} from={FROM} onClose={() => undefined} />,
  )
}

test('a retention and a TAC are chosen, and an emptied deadline is taken away', async () => {
  serve({ 'rpc/revise_proposal': { body: {} } })
  open()
  const [first, last] = screen.getAllByRole('group', { name: /^Marco \d/ })
  if (first === undefined || last === undefined) throw new Error('two milestones')
  expect(within(first).queryByRole('checkbox', { name: /Retenção/ })).toBeNull()
  await userEvent.click(within(first).getByRole('checkbox', { name: /Aceite por TAC/ }))
  await userEvent.click(within(last).getByRole('checkbox', { name: /Retenção/ }))
  await userEvent.clear(screen.getByLabelText(/Prazo em dias úteis/))
  expect(screen.getByRole('note', { name: 'Aceite por silêncio' })).toBeTruthy()
  await userEvent.click(screen.getByRole('button', { name: 'Enviar novos termos' }))
  await vi.waitFor(() =>
    expect(askedOf('rpc/revise_proposal').map(({ body }) => body)).toMatchObject([
      {
        terms: 1,
        deadline_days: 0,
        milestones: [
          { title: 'Montagem', waits_for_tac: true },
          { title: 'As built', kind: 'retention' },
        ],
      },
    ]),
  )
})

test('the draft is restored until other terms are in force', async () => {
  serve()
  open()
  await userEvent.type(screen.getByLabelText(/Comentário/), 'Consigo antes')
  cleanup()
  open()
  expect(screen.getByLabelText<HTMLTextAreaElement>(/Comentário/).value).toBe('Consigo antes')
  expect(screen.getByText('O que você escreveu antes está aqui.')).toBeTruthy()
  cleanup()
  open(2)
  expect(screen.getByLabelText<HTMLTextAreaElement>(/Comentário/).value).toBe('')
})
