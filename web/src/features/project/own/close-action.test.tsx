import { screen, within } from '@testing-library/react'
import userEvent from '@testing-library/user-event'
import { beforeEach, expect, test, vi } from 'vitest'
import { askedOf, serve } from '@/api/test-server'
import { CloseAction } from '@/features/project/own/close-action'
import type { Bound } from '@/features/project/own/closing'
import { ENVASE } from '@/features/project/test-project'
import { renderAt } from '@/lib/test-render'
import { currentToast } from '@/lib/toast'

const AGREED: Bound = {
  number: 6,
  status: 'agreed',
  company_id: 'serra',
  termination_by: null,
  professional: { name: 'Marina Alves' },
}
const ACTIVE: Bound = { ...AGREED, status: 'active' }

beforeEach(() => {
  serve()
})

async function open(status: 'open' | 'in_progress' | 'delivered') {
  renderAt(<CloseAction project={{ ...ENVASE, status }} />)
  await userEvent.click(screen.getByRole('button', { name: `Encerrar ${ENVASE.title}` }))
  return within(await screen.findByRole('dialog', { name: 'Encerrar o projeto?' }))
}

function sent() {
  return askedOf('rpc/close_project').map(({ body }) => body)
}

test('an open project is closed with a reason for who proposed', async () => {
  serve({ 'rpc/close_project': { body: { id: ENVASE.id, status: 'closed' } } })
  const dialog = await open('open')
  expect(dialog.getByText(/2 profissionais são avisados/)).toBeTruthy()
  await userEvent.type(dialog.getByLabelText(/Motivo/), ' Adiado. ')
  await userEvent.click(dialog.getByRole('button', { name: 'Encerrar projeto' }))
  await vi.waitFor(() => expect(currentToast()?.title).toBe('Projeto encerrado'))
  expect(sent()).toEqual([{ project_id: ENVASE.id, reason: 'Adiado.' }])
  expect(askedOf('contracts')).toEqual([])
})

test.each([
  ['before it began, it is undone', AGREED, /CTR-0006 ainda não começou/, 'Desfazer contrato e encerrar'],
  ['under way, ending it is proposed', ACTIVE, /Marina Alves tem 14 dias/, 'Propor distrato'],
  [
    'the professional’s own proposal is accepted',
    { ...ACTIVE, termination_by: 'marina' },
    /Encerrar o projeto aceita o distrato/,
    'Aceitar distrato e encerrar',
  ],
  [
    'the company’s own proposal closes it when agreed',
    { ...ACTIVE, termination_by: 'serra' },
    /espera resposta/,
    'Encerrar com o distrato',
  ],
])('says what becomes of the contract: %s', async (_, contract, sentence, label) => {
  serve({ contracts: [contract] })
  const dialog = await open('in_progress')
  expect(await dialog.findByText(sentence)).toBeTruthy()
  expect(dialog.getByRole('button', { name: label })).toBeTruthy()
})

test('a proposed end says that the project waits for it', async () => {
  serve({
    contracts: [ACTIVE],
    'rpc/close_project': { body: { id: ENVASE.id, status: 'delivered', termination: 'proposed' } },
  })
  const dialog = await open('delivered')
  await userEvent.click(await dialog.findByRole('button', { name: 'Propor distrato' }))
  await vi.waitFor(() => expect(currentToast()?.title).toBe('Distrato proposto'))
})

test('what could not be read is asked for again, and nothing is closed', async () => {
  serve({ contracts: 500 })
  const dialog = await open('in_progress')
  const retry = await dialog.findByRole('button', { name: 'Tentar novamente' })
  serve({ contracts: [AGREED] })
  await userEvent.click(retry)
  expect(await dialog.findByText(/ainda não começou/)).toBeTruthy()
  expect(sent()).toEqual([])
})

test('a refusal keeps the reason', async () => {
  serve({ 'rpc/close_project': 500 })
  const dialog = await open('open')
  await userEvent.type(dialog.getByLabelText(/Motivo/), 'Adiado.')
  await userEvent.click(dialog.getByRole('button', { name: 'Encerrar projeto' }))
  await vi.waitFor(() => expect(currentToast()?.title).toBe('Projeto não encerrado'))
  expect(dialog.getByDisplayValue('Adiado.')).toBeTruthy()
})
