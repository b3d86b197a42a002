import { screen, within } from '@testing-library/react'
import userEvent from '@testing-library/user-event'
import { expect, test, vi } from 'vitest'
import { askedOf, serve } from '@/api/test-server'
import { Compare } from '@/features/proposal/compare/compare'
import { bestOf, ordered, sheetOf, type Compared } from './compare-rows'
import { DETAILED, OFFER, PLAIN } from '@/features/proposal/test-terms'
import { ofCents } from '@/lib/money'
import { renderAt } from '@/lib/test-render'

const PROJECT = { id: 'p1', title: 'Envase', revision: 1, is_confidential: false }

function compared(id: string, name: string, changes: Partial<Compared> = {}): Compared {
  return {
    ...PLAIN,
    id,
    cover_letter: 'Faço.',
    status: 'pending',
    decline_reason: null,
    decline_cause: null,
    invites_new: false,
    project_revision: 1,
    decided_at: null,
    created_at: '2026-11-20T12:00:00Z',
    professional: {
      id,
      name,
      status: 'active',
      removed_at: null,
      title: '',
      headline: '',
      location: '',
      rating: 4.8,
      contracts_completed: 5,
      counterparts: 3,
      experience: 'Sênior',
      skills: [],
      avatar_url: null,
      avatar_seed: '',
      contact_id: null,
    },
    noted: null,
    ...changes,
  }
}

const CHEAP = compared('marina', 'Marina Alves', { deadline_days: 40 })
const FAST = compared('rafael', 'Rafael Nunes', {
  ...DETAILED,
  value_cents: ofCents(5_200_000),
  deadline_days: 20,
  noted: { note: '=Ligar', shortlisted: true },
  offers: [OFFER],
})

function show(proposals: readonly Compared[] = [CHEAP, FAST], { mayNote = true, at = '/' } = {}) {
  serve({ proposals })
  renderAt(<Compare project={PROJECT} tag="PRJ-0042" mayDecide={mayNote} mayNote={mayNote} />, {
    entries: [at],
  })
  return screen.findByRole('table')
}

function row(table: HTMLElement, name: RegExp) {
  const header = within(table).getByRole('rowheader', { name })
  const cells = within(header.closest('tr') ?? table).getAllByRole('cell')
  return cells.map((cell) => cell.textContent.replaceAll('\u00a0', ' '))
}

test('each proposal is a column, each condition a row, and what differs is marked', async () => {
  const table = await show()
  expect(row(table, /^Total que você paga.*difere/)).toEqual(['R$ 52.000,00', 'R$ 53.500,50'])
  expect(row(table, /^Prazo.*difere/)).toEqual(['40 dias úteis', '20 dias úteis'])
  expect(row(table, /^Valor$/)).toEqual(['R$ 52.000,00', 'R$ 52.000,00'])
  expect(row(table, /^Avaliação$/)[0]).toBe('4,8 · 5 contratos, 3 contrapartes')
  const [, marina, rafael] = within(table).getAllByRole('columnheader')
  expect(marina?.textContent).toContain('Menor total')
  expect(rafael?.textContent).toContain('Menor prazo')
  expect(rafael?.textContent).toContain('Contraproposta aberta')
})

test('the shortlist narrows the grid, and is changed by the star', async () => {
  const table = await show([CHEAP, FAST], { at: '/?lista=sim' })
  expect(within(table).queryByText('Marina Alves')).toBeNull()
  const star = within(table).getByRole('button', { name: 'Selecionar a proposta de Rafael Nunes' })
  expect(star.getAttribute('aria-pressed')).toBe('true')
  await userEvent.click(star)
  await vi.waitFor(() =>
    expect(askedOf('proposal_notes').map(({ body }) => body)).toEqual([
      { proposal_id: 'rafael', shortlisted: false },
    ]),
  )
})

test('a note is kept for the company’s people', async () => {
  const table = await show()
  const box = within(table).getByRole('textbox', { name: 'Anotação sobre a proposta de Marina Alves' })
  await userEvent.type(box, 'Pedir referência')
  await userEvent.click(within(table).getByRole('button', { name: 'Salvar anotação' }))
  await vi.waitFor(() =>
    expect(askedOf('proposal_notes').map(({ body }) => body)).toEqual([
      { proposal_id: 'marina', note: 'Pedir referência' },
    ]),
  )
})

test('a role without the right to negotiate only reads', async () => {
  const table = await show([CHEAP, FAST], { mayNote: false })
  expect(within(table).getByText('=Ligar')).toBeTruthy()
  expect(within(table).queryByRole('textbox')).toBeNull()
  expect(within(table).queryByRole('button')).toBeNull()
})

test('a proposal to an older revision cannot be accepted here', async () => {
  const table = await show([CHEAP, { ...FAST, project_revision: 0 }])
  expect(within(table).getAllByRole('button', { name: 'Aceitar proposta' })).toHaveLength(1)
  expect(within(table).getByText('Aguarda a confirmação do profissional.')).toBeTruthy()
})

test('a narrow screen shows two chosen proposals', async () => {
  await show([CHEAP, FAST, compared('bruno', 'Bruno Lima')], { at: '/?b=bruno' })
  const second = screen.getByRole('combobox', { name: 'com' })
  expect(second).toHaveProperty('value', 'bruno')
  expect(within(second).queryByRole('option', { name: 'Marina Alves' })).toBeNull()
  // The names stand in the choices: below them a column's head leads to the profile.
  expect(screen.getByRole('link', { name: 'Marina Alves Ver perfil' })).toBeTruthy()
})

test('an empty comparison says so', async () => {
  serve({ proposals: [] })
  renderAt(<Compare project={PROJECT} tag="PRJ-0042" mayDecide mayNote />)
  expect(await screen.findByRole('heading', { name: 'Nenhuma proposta para comparar' })).toBeTruthy()
})

test('a failure is shown and can be retried', async () => {
  serve({ proposals: 500 })
  renderAt(<Compare project={PROJECT} tag="PRJ-0042" mayDecide mayNote />)
  const retry = await screen.findByRole('button', { name: 'Tentar novamente' })
  serve({ proposals: [CHEAP] })
  await userEvent.click(retry)
  expect(await screen.findByRole('table')).toBeTruthy()
})

test('the spreadsheet has every row, bare amounts, and the notes', () => {
  const sheet = sheetOf([CHEAP, FAST])
  expect(sheet[0]).toEqual(['', 'Marina Alves', 'Rafael Nunes'])
  expect(sheet).toContainEqual(['Total que você paga', '52.000,00', '53.500,50'])
  expect(sheet.at(-1)).toEqual(['Anotação', '', '=Ligar'])
})

test('only acceptable proposals are marked as best, and only among several', () => {
  const hired = compared('bruno', 'Bruno Lima', { status: 'accepted', value_cents: ofCents(1) })
  expect(bestOf([CHEAP, FAST, hired])(hired)).toEqual([])
  expect(bestOf([CHEAP, FAST, hired])(CHEAP)).toEqual(['Menor total'])
  expect(bestOf([CHEAP])(CHEAP)).toEqual([])
})

test.each([
  ['', ['marina', 'rafael', 'bruno']],
  ['prazo', ['rafael', 'marina', 'bruno']],
  ['selecionadas', ['rafael', 'marina', 'bruno']],
])('the order %j', (order, expected) => {
  const open = compared('bruno', 'Bruno Lima', { value_cents: ofCents(9_000_000) })
  expect(ordered([open, FAST, CHEAP], order).map(({ id }) => id)).toEqual(expected)
})
