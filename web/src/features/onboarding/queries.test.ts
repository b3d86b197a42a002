import { expect, test } from 'vitest'
import { stepsOf } from '@/features/onboarding/queries'

const empty = {
  role: 'professional',
  avatar_url: null,
  title: '',
  headline: '',
  about: '',
  location: '',
  skills: [],
  portfolio_projects: [],
  project_owners: [],
}

test('a new professional has everything left to do', () => {
  const steps = stepsOf(empty)
  expect(steps).toHaveLength(6)
  expect(steps.some((step) => step.isDone)).toBe(false)
})

test('a company is asked for a project and not for a portfolio', () => {
  const steps = stepsOf({ ...empty, role: 'company', project_owners: [{ project_id: 'p' }] })
  expect(steps.map((step) => step.label)).not.toContain('Mostre um trabalho no portfólio')
  expect(steps.find((step) => step.label === 'Publique o primeiro projeto')?.isDone).toBe(true)
})

test('a title without a headline is half a step', () => {
  const steps = stepsOf({ ...empty, title: 'Programadora de CLP' })
  expect(steps.find((step) => step.label === 'Escreva um título e um resumo')?.isDone).toBe(false)
})
