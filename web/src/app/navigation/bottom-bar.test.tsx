import { screen, within } from '@testing-library/react'
import { expect, test } from 'vitest'
import { alone } from '@/api/session/test-member'
import { serve } from '@/api/test-server'
import { BottomBar } from '@/app/navigation/bottom-bar'
import { renderAt } from '@/lib/test-render'

function open(role: 'company' | 'professional' | 'admin', address: string) {
  serve()
  renderAt(<BottomBar member={alone({ role })} />, { entries: [address] })
}

test.each([
  ['company', ['Painel', 'Projetos', 'Mensagens', 'Contratos', 'Avisos']],
  ['professional', ['Painel', 'Projetos', 'Propostas', 'Mensagens', 'Contratos']],
  ['admin', ['Painel', 'Projetos', 'Mensagens', 'Avisos', 'Ajustes']],
] as const)('%s has five places at hand, and is told where it is', (role, places) => {
  open(role, '/dashboard/mensagens')
  const bar = within(screen.getByRole('navigation', { name: 'Atalhos' }))
  expect(bar.getAllByRole('link').map((link) => link.textContent)).toEqual(places)
  expect(bar.getByRole('link', { current: 'page' }).textContent).toBe('Mensagens')
})

test('a conversation keeps the place for writing', () => {
  open('company', '/dashboard/mensagens/marina')
  expect(screen.queryByRole('navigation')).toBeNull()
})
