import { describe, expect, it } from 'vitest'
import { backOffMs } from '@/lib/timing/back-off'

describe('backOffMs', () => {
  it('waits around 1, 2, 5 and then 10 seconds', () => {
    expect([1, 2, 3, 4, 5, 90].map((tries) => backOffMs(tries, () => 0.5))).toEqual([
      1000, 2000, 5000, 10_000, 10_000, 10_000,
    ])
  })
  it('spreads each wait from half to half again', () => {
    expect(backOffMs(1, () => 0)).toBe(500)
    expect(backOffMs(4, () => 1)).toBe(15_000)
  })
})
