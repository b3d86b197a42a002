import { render, screen } from '@testing-library/react'
import { expect, test } from 'vitest'
import { RevisionNotice } from '@/features/project/form/revision-notice'

test('an edit that somebody answered to says what it asks of them', () => {
  render(<RevisionNotice project={{ revision: 2, proposals_count: 3 }} />)
  expect(screen.getByText(/revisão 3: quem enviou proposta vê o que mudou e confirma ou retira/)).toBeTruthy()
})

test('an edit that nobody answered to says nothing', () => {
  const { container } = render(<RevisionNotice project={{ revision: 2, proposals_count: 0 }} />)
  expect(container.textContent).toBe('')
})
