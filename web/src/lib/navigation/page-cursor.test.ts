import { expect, test } from 'vitest'
import { fitsColumn } from '@/lib/navigation/page-cursor'
import examples from '@/lib/place-examples.json'

test.each(examples)('$column may be $value: $fits', ({ column, nullable = false, value, fits }) => {
  expect(fitsColumn(column, nullable, value)).toBe(fits)
})
