import { beforeEach, expect, test } from 'vitest'
import { forgetDrafts } from '@/lib/device/drafts'
import { recordPage, recentPages } from '@/lib/device/recent-pages'

beforeEach(() => localStorage.clear())

const titled = (name: string) => `${name} · Automação - Indústria`
const titles = (personId: string) => recentPages(personId).map(({ title }) => title)

test('the latest stands first, each once, and of old ones few are kept', () => {
  for (const name of ['a', 'b', 'c', 'd', 'e', 'f', 'g', 'b']) recordPage('marina', `/${name}`, titled(name))
  expect(titles('marina')).toEqual(['b', 'g', 'f', 'e', 'd', 'c'])
})

test('places are one person’s, and leaving forgets them', () => {
  recordPage('marina', '/contratos/1', titled('CTR-0001'))
  expect([titles('marina'), titles('eva')]).toEqual([['CTR-0001'], []])
  forgetDrafts()
  expect(titles('marina')).toEqual([])
})

test('a page without a name is no place, nor is one that is not there, nor what somebody else wrote there', () => {
  recordPage('marina', '/', 'Automação - Indústria')
  recordPage('marina', '/x', titled('Página não encontrada'))
  expect(titles('marina')).toEqual([])
  localStorage.setItem(
    'automacao-rascunho:lugares:marina',
    '{"places":[{"to":"https://x.test","title":"x"}, 3]}',
  )
  expect(titles('marina')).toEqual([])
})
