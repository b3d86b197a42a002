import { describe, expect, it } from 'vitest'
import { searchQuery, tagNumber } from '@/lib/text/search'

describe('searchQuery', () => {
  it.each([
    ['plc siemens', "'plc':* & 'siemens':*"],
    ['  supervisório  ', "'supervisório':*"],
    ['S7-1500 & (x | !y)', "'s71500':* & 'x':* & 'y':*"],
    ["it's", "'it':* & 's':*"],
    ['start-up', "'start-up':*"],
    ['62443-3', "'62443-3':*"],
  ])('%s', (text, query) => expect(searchQuery(text)).toBe(query))

  it('is undefined without a word', () => expect(searchQuery(' - ')).toBeUndefined())

  it('asks for a code however it is written', () => {
    expect(searchQuery('S7-300')).toBe("'s7300':*")
    expect(searchQuery('S7300')).toBe("'S7300':*")
    expect(searchQuery('retrofit s7 300')).toBe("'retrofit':* & ('s7':* & '300':* | 's7300':*)")
    expect(searchQuery('iec 61131-3')).toBe("('iec':* & '61131-3':* | 'iec611313':*)")
  })

  it.each(['PRJ-0007', 'prj 7', 'Prj7', 'PRJ/007'])('%s is one project, not those that begin alike', (text) =>
    expect(searchQuery(text)).toBe("'prj7'"),
  )
})

describe('tagNumber', () => {
  it('reads our own numbers only', () => {
    expect(tagNumber(' ctr-0006 ')).toEqual({ prefix: 'ctr', number: 6 })
    expect(tagNumber('NR-12')).toBeUndefined()
    expect(tagNumber('PRJ-0007 envase')).toBeUndefined()
  })
})
