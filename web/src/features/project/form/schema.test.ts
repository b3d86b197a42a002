import { expect, test } from 'vitest'
import {
  EMPTY_PROJECT,
  fromRow,
  projectSchema,
  toRow,
  type ProjectInput,
} from '@/features/project/form/schema'
import { ENVASE } from '@/features/project/test-project'
import { ofCents } from '@/lib/money'

const WHOLE: ProjectInput = {
  ...EMPTY_PROJECT,
  title: 'Linha',
  description: 'Texto',
  budget_min: ofCents(4_500_000),
  budget_max: ofCents(6_000_000),
  deadline_on: '2026-12-29',
  skills: ['clp'],
}

function refusals(changes: Partial<ProjectInput>) {
  const read = projectSchema.safeParse({ ...WHOLE, ...changes })
  return read.success ? [] : read.error.issues.map(({ message }) => message)
}

function stored(changes: Partial<ProjectInput> = {}) {
  return toRow(projectSchema.parse({ ...WHOLE, ...changes }))
}

test('the words of budget and deadline are made of the numbers', () => {
  expect(stored()).toMatchObject({ budget: 'R$ 45.000 – R$ 60.000', deadline: 'Até 29/12/2026' })
  expect(stored({ budget_max: null }).budget).toBe('A partir de R$ 45.000')
  expect(stored({ budget_min: null }).budget).toBe('Até R$ 60.000')
})

test('words of one’s own stand before them', () => {
  expect(stored({ budget: 'Hora técnica', deadline: '45 dias' })).toMatchObject({
    budget: 'Hora técnica',
    deadline: '45 dias',
  })
})

test('what was made of the range follows it when it is edited', () => {
  expect(fromRow(ENVASE).budget).toBe('')
  expect(fromRow({ ...ENVASE, budget: 'R$ 45.000 (mão de obra)' }).budget).toBe('R$ 45.000 (mão de obra)')
})

test('neither words nor numbers is too little', () => {
  expect(refusals({ budget_min: null, budget_max: null, deadline_on: '' })).toEqual([
    'Orçamento é obrigatório',
    'Prazo é obrigatório',
  ])
})

test('a city has its state, and a start comes before the end', () => {
  expect(refusals({ city: 'Jundiaí' })).toEqual(['Escolha o estado da cidade'])
  expect(refusals({ starts_on: '2027-01-02' })).toEqual(['O início vem antes da data limite'])
})

test('what was not said is stored as nothing', () => {
  expect(stored()).toMatchObject({ city: null, state: null, work_mode: null, starts_on: null })
  expect(stored({ city: 'Jundiaí', state: 'SP', work_mode: 'hybrid' })).toMatchObject({
    city: 'Jundiaí',
    state: 'SP',
    work_mode: 'hybrid',
  })
})
