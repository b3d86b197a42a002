import { describe, expect, it, test } from 'vitest'
import { backOffMs, throttle } from '@/lib/timing'

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

test('diz que sim uma vez por período, e nunca no começo', () => {
  let now = 0
  const isDue = throttle(60, () => now)
  const said = [0, 59, 60, 61, 119, 120, 500, 501].map((at) => {
    now = at
    return isDue()
  })
  expect(said).toEqual([false, false, true, false, false, true, true, false])
})
