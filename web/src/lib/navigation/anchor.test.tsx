import { render, screen } from '@testing-library/react'
import { afterEach, expect, test } from 'vitest'
import { scrollToAnchor } from '@/lib/navigation/anchor'

afterEach(() => {
  window.location.hash = ''
})

function Sections({ ids }: { ids: readonly string[] }) {
  return ids.map((id) => (
    <section key={id} id={id} tabIndex={-1} ref={scrollToAnchor}>
      {id}
    </section>
  ))
}

test('the section that the address names takes the reader, also when it is drawn late', () => {
  window.location.hash = '#listas'
  const { rerender } = render(<Sections ids={['marcos']} />)
  expect(document.activeElement).toBe(document.body)
  rerender(<Sections ids={['marcos', 'listas']} />)
  expect(document.activeElement).toBe(screen.getByText('listas'))
})
