import { screen, within } from '@testing-library/react'
import userEvent from '@testing-library/user-event'
import { expect, test, vi } from 'vitest'
import { TopNavigation } from '@/app/navigation/top-navigation'
import { renderAt } from '@/lib/test-render'

vi.mock('@/api/session/session', () => ({
  useSession: () => ({ status: 'signed-out' }),
  useSignOut: () => () => Promise.resolve(),
}))

const LINKS = [
  ['Início', '/'],
  ['Projetos', '/projetos'],
  ['Encontrar Profissionais', '/encontrar-profissional'],
  ['Serviços', '/servicos'],
  ['Como Funciona', '/como-funciona'],
]

function linksOf(navigation: HTMLElement) {
  return within(navigation)
    .getAllByRole('link')
    .map((link) => [link.textContent, link.getAttribute('href')])
}

test('leads to the five public pages, the open one marked', () => {
  renderAt(<TopNavigation />, { entries: ['/projetos'] })
  const navigation = screen.getByRole('navigation', { name: 'Principal' })
  expect(linksOf(navigation)).toEqual(LINKS)
  expect(within(navigation).getByRole('link', { current: 'page' }).textContent).toBe('Projetos')
})

test('a visitor finds the way in', () => {
  renderAt(<TopNavigation />)
  expect(screen.getByRole('link', { name: 'Entrar' }).getAttribute('href')).toBe('/auth')
})

test('the mobile menu opens with the same links, and closes', async () => {
  renderAt(<TopNavigation />)
  await userEvent.click(screen.getByRole('button', { name: 'Abrir menu', expanded: false }))
  expect(linksOf(await screen.findByRole('navigation', { name: 'Menu' }))).toEqual(LINKS)
  await userEvent.click(screen.getByRole('button', { name: 'Fechar menu', expanded: true }))
  expect(screen.queryByRole('navigation', { name: 'Menu' })).toBeNull()
})

test.each([
  ['Escape', () => userEvent.keyboard('{Escape}')],
  [
    'a followed link',
    async () => {
      const menu = screen.getByRole('navigation', { name: 'Menu' })
      await userEvent.click(within(menu).getByRole('link', { name: 'Projetos' }))
    },
  ],
])('%s closes the mobile menu', async (_, act) => {
  renderAt(<TopNavigation />)
  await userEvent.click(screen.getByRole('button', { name: 'Abrir menu' }))
  await screen.findByRole('navigation', { name: 'Menu' })
  await act()
  expect(screen.queryByRole('navigation', { name: 'Menu' })).toBeNull()
})
