import { describe, expect, it } from 'vitest'
import { changedPlaces } from '@/features/portfolio/queries'
import { EMPTY_PORTFOLIO_PROJECT, parseTechnologies, portfolioSchema } from '@/features/portfolio/schema'
import { moveEntry } from '@/ui/use-drag-order'

const FILLED = { ...EMPTY_PORTFOLIO_PROJECT, title: 'Envase', description: 'Retrofit', role: 'Líder' }

function refusedFields(changes: Partial<typeof EMPTY_PORTFOLIO_PROJECT>) {
  const result = portfolioSchema.safeParse({ ...FILLED, ...changes })
  return result.success ? [] : result.error.issues.map((issue) => issue.path.join('.'))
}

describe('technologies', () => {
  it('are trimmed, without empties and repetitions', () =>
    expect(parseTechnologies(' TIA Portal, , SCADA,,SCADA ')).toEqual(['TIA Portal', 'SCADA']))
  it('of an empty field are none', () => expect(parseTechnologies('')).toEqual([]))
  it('are thirty at most', () =>
    expect(refusedFields({ technologies: Array.from({ length: 31 }, (_, i) => `t${i}`).join() })).toEqual([
      'technologies',
    ]))
})

describe('a portfolio project', () => {
  it('needs title, description and role', () =>
    expect(refusedFields({ title: ' ', description: '', role: '' })).toEqual([
      'title',
      'description',
      'role',
    ]))
  it('accepts five pictures', () =>
    expect(refusedFields({ image_urls: ['a', 'b', 'c', 'd', 'e'] })).toEqual([]))
  it('refuses a sixth', () =>
    expect(refusedFields({ image_urls: ['a', 'b', 'c', 'd', 'e', 'f'] })).toEqual(['image_urls']))
})

describe('the order', () => {
  it('moves one entry', () => expect(moveEntry(['a', 'b', 'c'], 2, 0)).toEqual(['c', 'a', 'b']))
  it('returns the same order for a position out of range', () =>
    expect(moveEntry(['a', 'b'], 0, -1)).toEqual(['a', 'b']))
  it('writes only the rows whose place changed', () => {
    const project = { ...FILLED, technologies: [], image_urls: [] }
    const ordered = ['b', 'a', 'c'].map((id, i) => ({ ...project, id, position: [1, 0, 2][i] ?? 0 }))
    expect(changedPlaces(ordered)).toEqual([
      { id: 'b', position: 0 },
      { id: 'a', position: 1 },
    ])
  })
})
