import { render } from '@testing-library/react'
import { expect, test } from 'vitest'
import { Codes } from '@/ui/codes'

function whole(text: string) {
  const { container } = render(<Codes text={text} />)
  expect(container.textContent).toBe(text)
  return [...container.querySelectorAll('span')].map((span) => span.textContent)
}

test('a code stays whole, and is copied as it was written', () => {
  expect(whole('Migração de S7-300 para S7-1500, NR-12 e 6ES7315-2EH14-0AB0')).toEqual([
    'S7-300',
    'S7-1500',
    'NR-12',
    '6ES7315-2EH14-0AB0',
  ])
})

test('words and dates may break as they do', () => {
  expect(whole('start-up em 2026-12-29, água-mineral')).toEqual([])
  expect(whole('')).toEqual([])
})

test('what is longer than a narrow screen may break', () => {
  expect(whole('A1-B2-C3-D4-E5-F6-G7-H8-I9-J10')).toEqual([])
})
