import { screen } from '@testing-library/react'
import userEvent from '@testing-library/user-event'
import { useLocation } from 'react-router'
import { expect, test, vi } from 'vitest'
import { alone, colleague } from '@/api/session/test-member'
import { ContactButton } from '@/features/profile/contact-button'
import { renderAt } from '@/lib/test-render'

const current = vi.hoisted((): { state: unknown } => ({ state: undefined }))
vi.mock('@/api/session/session', () => ({ useSession: () => current.state }))

function Where() {
  const location = useLocation()
  return <p>{`${location.pathname} ${JSON.stringify(location.state)}`}</p>
}

function show(state: unknown, contact_id: string | null = null) {
  current.state = state
  renderAt(
    <>
      <ContactButton profile={{ id: 'marina', contact_id }} label="Contatar Profissional" />
      <Where />
    </>,
  )
  return screen.queryByRole('link')
}

test('another member is led to the conversation', () => {
  const link = show(alone({ id: 'serra' }))
  expect([link?.textContent, link?.getAttribute('href')]).toEqual([
    'Contatar Profissional',
    '/dashboard/mensagens/marina',
  ])
})

test('a visitor is led there by way of signing in', async () => {
  show({ status: 'signed-out' })
  await userEvent.click(screen.getByRole('link', { name: 'Contatar Profissional' }))
  expect(screen.getByText('/auth {"from":"/dashboard/mensagens/marina"}')).toBeTruthy()
})

test.each([
  ['who is not known yet', { status: 'loading' }],
  ['the person itself', alone({ id: 'marina' })],
  ['a colleague', colleague('reader', { id: 'marina' })],
])('%s does not see it', (_, state) => {
  expect(show(state)).toBeNull()
})

test('what is written to a party whose founder left reaches who answers for it', () => {
  expect(show(alone({ id: 'serra' }), 'rafael')?.getAttribute('href')).toBe('/dashboard/mensagens/rafael')
})
