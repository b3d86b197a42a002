import { screen } from '@testing-library/react'
import { beforeEach, expect, test } from 'vitest'
import { serve } from '@/api/test-server'
import { ProfessionalCard } from '@/features/profile/professional-card'
import { MARINA, NEWCOMER, SKILLS } from '@/features/profile/test-profiles'
import { renderAt } from '@/lib/test-render'

beforeEach(() => {
  serve({ skills: SKILLS })
})

test('shows four skills and how many more there are', async () => {
  renderAt(<ProfessionalCard professional={MARINA} />)
  await screen.findByText('Retrofit')
  expect(screen.getAllByRole('listitem').map((item) => item.textContent)).toEqual([
    'CLP',
    'SCADA',
    'Retrofit',
    'Redes',
    '+1 outra',
  ])
})

test('shows name, headline, place and rating', () => {
  renderAt(<ProfessionalCard professional={MARINA} />)
  expect(screen.getByRole('heading').textContent).toBe('Marina Alves')
  expect(screen.getByText('Migrações Siemens sem parar a linha')).toBeTruthy()
  expect(screen.getByText('Campinas/SP')).toBeTruthy()
  expect(screen.getByText('4,8')).toBeTruthy()
})

test('without a headline the title stands under the name', () => {
  renderAt(<ProfessionalCard professional={{ ...MARINA, headline: '' }} />)
  expect(screen.getByText('Engenheira de Automação')).toBeTruthy()
})

test('without a rating it says N/A', () => {
  renderAt(<ProfessionalCard professional={NEWCOMER} />)
  expect(screen.getByText('N/A')).toBeTruthy()
})

test('Ver Perfil leads to the profile', () => {
  renderAt(<ProfessionalCard professional={MARINA} />)
  const link = screen.getByRole('link', { name: 'Ver Perfil de Marina Alves' })
  expect([link.textContent, link.getAttribute('href')]).toEqual([
    'Ver Perfil',
    `/encontrar-profissional/marina-alves-${MARINA.id}`,
  ])
})
