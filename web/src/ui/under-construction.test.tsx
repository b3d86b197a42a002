import { screen } from '@testing-library/react'
import { expect, test } from 'vitest'
import { renderAt } from '@/lib/test-render'
import { UnderConstruction } from '@/ui/under-construction'

test('names the page and leads back to the home page', () => {
  renderAt(<UnderConstruction title="Relatórios" />)
  expect(screen.getByRole('heading', { level: 1 }).textContent).toBe('Relatórios')
  expect(screen.getByText('Esta página está em construção.')).toBeTruthy()
  expect(screen.getByRole('link', { name: 'Voltar para a página inicial' }).getAttribute('href')).toBe('/')
})

test('a given action replaces the default one', () => {
  renderAt(<UnderConstruction title="Relatórios" action={<button>Explorar projetos</button>} />)
  expect(screen.getByRole('button', { name: 'Explorar projetos' })).toBeTruthy()
  expect(screen.queryByRole('link')).toBeNull()
})
