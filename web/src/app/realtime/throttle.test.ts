import { expect, test } from 'vitest'
import { throttle } from './throttle'

test('diz que sim uma vez por período, e nunca no começo', () => {
  let now = 0
  const isDue = throttle(60, () => now)
  const said = [0, 59, 60, 61, 119, 120, 500, 501].map((at) => {
    now = at
    return isDue()
  })
  expect(said).toEqual([false, false, true, false, false, true, true, false])
})
