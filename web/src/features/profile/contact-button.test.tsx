import { screen } from '@testing-library/react'
import { expect, test, vi } from 'vitest'
import { ContactButton } from '@/features/profile/contact-button'
import { renderAt } from '@/lib/test-render'

const current = vi.hoisted((): { state: unknown } => ({ state: undefined }))
vi.mock('@/api/session', () => ({ useSession: () => current.state }))

function show(state: unknown) {
  current.state = state
  renderAt(<ContactButton userId="marina" label="Contatar Profissional" />)
  return screen.queryByRole('link')
}

test('another member is led to the conversation', () => {
  const link = show({ status: 'signed-in', profile: { id: 'serra' } })
  expect([link?.textContent, link?.getAttribute('href')]).toEqual([
    'Contatar Profissional',
    '/dashboard/mensagens/marina',
  ])
})

test.each([
  ['a visitor', { status: 'signed-out' }],
  ['who is not known yet', { status: 'loading' }],
  ['the person itself', { status: 'signed-in', profile: { id: 'marina' } }],
])('%s does not see it', (_, state) => {
  expect(show(state)).toBeNull()
})
