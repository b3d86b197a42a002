import { screen, within } from '@testing-library/react'
import userEvent from '@testing-library/user-event'
import { expect, test, vi } from 'vitest'
import { askedOf, serve } from '@/api/test-server'
import { MediationQueue } from '@/features/fiscal/proof/mediation-queue'
import { renderAt } from '@/lib/test-render'
import { currentToast } from '@/lib/toast'

const ROUND = {
  round: 1,
  reference: '8581 0000',
  file_id: 'f1',
  given_at: '2026-11-25T15:00:00Z',
  answered_at: '2026-11-26T15:00:00Z',
  reason: 'A guia é de outra empresa.',
  paper: { name: 'guia.pdf', path: 'c1/guia.pdf' },
}

const MEDIATED = {
  id: 'p1',
  tax: 'iss',
  value_cents: 4_500,
  settlement: 'guarantee',
  created_at: '2026-11-20T12:00:00Z',
  milestone: { position: 1, title: 'Projeto' },
  contract: {
    number: 42,
    company: { name: 'Serra Azul' },
    professional: { name: 'Marina Alves' },
    project: { title: 'Retrofit' },
  },
  rounds: [ROUND, { ...ROUND, round: 2, reference: '8581 0001', reason: 'Continua de outra.' }],
}

test('an administrator reads both proofs and both reasons, and decides with one', async () => {
  serve({ withholding_proofs: [MEDIATED], 'rpc/decide_withheld': { body: { id: 'p1', status: 'released' } } })
  renderAt(<MediationQueue />)
  expect(await screen.findByRole('heading', { name: 'Retrofit: Projeto' })).toBeTruthy()
  expect(screen.getByText(/Serra Azul e Marina Alves, contrato nº/)).toBeTruthy()
  for (const said of [
    '8581 0000',
    '8581 0001',
    'A guia é de outra empresa.',
    'Continua de outra.',
    'R$ 45,00',
  ])
    expect(screen.getByText(said)).toBeTruthy()
  expect(screen.getAllByRole('button', { name: 'guia.pdf' })).toHaveLength(2)
  await userEvent.click(screen.getByRole('button', { name: 'Não comprovado' }))
  const dialog = within(await screen.findByRole('dialog'))
  expect(dialog.getByText(/R\$\s45,00 em garantia vão para o profissional/)).toBeTruthy()
  await userEvent.click(dialog.getByRole('button', { name: 'Dar por não comprovado' }))
  expect(await dialog.findByText('Escreva o motivo.')).toBeTruthy()
  await userEvent.type(dialog.getByLabelText('Motivo'), 'Outro CNPJ.')
  await userEvent.click(dialog.getByRole('button', { name: 'Dar por não comprovado' }))
  await vi.waitFor(() => expect(currentToast()?.title).toBe('Decisão registrada'))
  expect(askedOf('rpc/decide_withheld').map(({ body }) => body)).toEqual([
    { proof_id: 'p1', outcome: 'unproved', reason: 'Outro CNPJ.' },
  ])
})

test('a refused decision says why and keeps the text of the reason', async () => {
  serve({
    withholding_proofs: [{ ...MEDIATED, settlement: 'direct' }],
    'rpc/decide_withheld': { status: 409, body: { code: 'withheld_not_movable' } },
  })
  renderAt(<MediationQueue />)
  await userEvent.click(await screen.findByRole('button', { name: 'Comprovado' }))
  const dialog = within(await screen.findByRole('dialog'))
  expect(dialog.getByText(/A empresa não deve o valor/)).toBeTruthy()
  await userEvent.type(dialog.getByLabelText('Motivo'), 'Confere.')
  await userEvent.click(dialog.getByRole('button', { name: 'Dar por comprovado' }))
  await vi.waitFor(() => expect(currentToast()?.description).toMatch(/contestado no banco/))
  expect(dialog.getByLabelText<HTMLTextAreaElement>('Motivo').value).toBe('Confere.')
})

test('an empty queue says so', async () => {
  serve({ withholding_proofs: [] })
  renderAt(<MediationQueue />)
  expect(await screen.findByText('Nenhum comprovante a decidir.')).toBeTruthy()
})

test('a queue that failed to load can be retried', async () => {
  serve({ withholding_proofs: { status: 500, body: {} } })
  renderAt(<MediationQueue />)
  expect(await screen.findByRole('button', { name: /Tentar/ })).toBeTruthy()
})
