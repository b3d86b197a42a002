import { describe, expect, it } from 'vitest'
import { searchQuery } from '@/lib/search'

describe('searchQuery', () => {
  it.each([
    ['plc siemens', "'plc':* & 'siemens':*"],
    ['  supervisório  ', "'supervisório':*"],
    ['S7-1500 & (x | !y)', "'S7-1500':* & 'x':* & 'y':*"],
    ["it's", "'it':* & 's':*"],
  ])('%s', (text, query) => expect(searchQuery(text)).toBe(query))

  it('is undefined without a word', () => expect(searchQuery(' - ')).toBeUndefined())
})
