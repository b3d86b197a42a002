import { screen, within } from '@testing-library/react'
import { expect, test, vi } from 'vitest'
import { useOperator } from '@/api/config'
import { Footer } from '@/app/navigation/footer'
import { renderAt } from '@/lib/test-render'

vi.mock('@/api/config', () => ({ useOperator: vi.fn(() => ({ contact: '', operator: '', officer: '' })) }))

test('leads to the terms, the privacy policy, the accessibility statement, the prices, how it works and the API', () => {
  renderAt(<Footer />)
  const links = within(screen.getByRole('navigation', { name: 'Rodapé' })).getAllByRole('link')
  expect(links.map((link) => [link.textContent, link.getAttribute('href')])).toEqual([
    ['Termos de Serviço', '/termos'],
    ['Política de Privacidade', '/privacidade'],
    ['Acessibilidade', '/acessibilidade'],
    ['Quanto custa', '/precos'],
    ['Como Funciona', '/como-funciona'],
    ['API', '/api'],
  ])
})

test('offers all three themes', () => {
  renderAt(<Footer />)
  const options = within(screen.getByRole('combobox', { name: 'Tema' })).getAllByRole('option')
  expect(options.map((option) => option.textContent)).toEqual(['Sistema', 'Claro', 'Escuro'])
})

test('says who runs this market', () => {
  const operator = 'Operado por Automação Indústria Ltda, CNPJ 11.222.333/0001-81, Campinas/SP.'
  vi.mocked(useOperator).mockReturnValue({ contact: '', operator, officer: '' })
  renderAt(<Footer />)
  screen.getByText(operator)
})
