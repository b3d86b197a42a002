import { render, screen } from '@testing-library/react'
import { expect, test } from 'vitest'
import { LinkedText, partsOf } from '@/features/message/bubble/linked-text'

test('an address becomes a link in a new tab, with noreferrer and nofollow', () => {
  render(
    <p>
      <LinkedText text="Veja https://exemplo.com/manual?p=1. Obrigado" />
    </p>,
  )
  const link = screen.getByRole('link')
  expect([link.getAttribute('href'), link.getAttribute('target'), link.getAttribute('rel')]).toEqual([
    'https://exemplo.com/manual?p=1',
    '_blank',
    'noopener noreferrer nofollow ugc',
  ])
  expect(link.parentElement?.textContent).toBe('Veja https://exemplo.com/manual?p=1. Obrigado')
})

test.each([
  ['javascript:alert(1)', []],
  ['data:text/html,x e ftp://exemplo.com', []],
  ['http:// e https://[', []],
  ['(https://exemplo.com/a_(b))', ['https://exemplo.com/a_(b)']],
  ['https://a.com, http://b.com!', ['https://a.com/', 'http://b.com/']],
  ['<https://a.com>', ['https://a.com/']],
])('%s leads to %j', (text, addresses) => {
  const parts = partsOf(text)
  expect(parts.flatMap(({ href }) => href ?? [])).toEqual(addresses)
  expect(parts.map(({ words }) => words).join('')).toBe(text)
})
