import { screen } from '@testing-library/react'
import { expect, test, vi } from 'vitest'
import { alone, colleague } from '@/api/session/test-member'
import { askedOf, serve } from '@/api/test-server'
import { renderAt } from '@/lib/test-render'
import { TeamPage } from '@/pages/team'

const current = vi.hoisted((): { member: unknown } => ({ member: undefined }))
vi.mock('@/api/session/session', () => ({ useMember: () => current.member }))

function open(member: unknown) {
  current.member = member
  serve()
  renderAt(<TeamPage />)
}

test('the team is that of the party one acts for', async () => {
  open(colleague('reader', { id: 'serra', role: 'company', name: 'Serra Azul' }))
  expect(screen.getByRole('heading', { level: 1, name: 'Equipe' })).toBeTruthy()
  await expect
    .poll(() => askedOf('memberships').map(({ query }) => query.organisation_id))
    .toEqual(['eq.serra'])
})

test('who works alone is shown how a team begins', () => {
  open(alone({ role: 'professional' }))
  expect(screen.getByRole('link', { name: 'Faturar como empresa (PJ/MEI)' }).getAttribute('href')).toBe(
    '/dashboard/configuracoes/empresa',
  )
  expect(askedOf('memberships')).toEqual([])
})
