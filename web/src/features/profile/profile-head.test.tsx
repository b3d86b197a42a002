import { render, screen } from '@testing-library/react'
import { expect, test } from 'vitest'
import { ProfileHead } from '@/features/profile/profile-head'
import { MARINA, NEWCOMER } from '@/features/profile/test-profiles'

test('shows banner, picture, name, subtitle and place', () => {
  const { container } = render(<ProfileHead profile={MARINA} subtitle="Engenheira" />)
  const pictures = [...container.querySelectorAll('img')].map((image) => image.getAttribute('src'))
  expect(pictures).toEqual(['/bancada.webp', '/marina.webp'])
  expect(screen.getByRole('heading', { level: 1 }).textContent).toBe('Marina Alves')
  expect(screen.getByText('Engenheira')).toBeTruthy()
  expect(screen.getByText('Campinas/SP')).toBeTruthy()
})

test('without pictures and place it still stands', () => {
  const { container } = render(<ProfileHead profile={NEWCOMER} subtitle="Profissional" />)
  expect(container.querySelectorAll('img')).toHaveLength(0)
  expect(screen.getByText('MA')).toBeTruthy()
  expect(screen.getByText('Localização não informada')).toBeTruthy()
})
