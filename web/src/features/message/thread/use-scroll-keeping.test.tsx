import { fireEvent, render, screen } from '@testing-library/react'
import { afterEach, expect, test, vi } from 'vitest'
import { useScrollKeeping } from '@/features/message/thread/use-scroll-keeping'

afterEach(() => {
  vi.unstubAllGlobals()
  vi.restoreAllMocks()
})

function Log() {
  const { box, onScroll } = useScrollKeeping({
    first: 'm1',
    last: 'm9',
    isOwn: false,
    sought: undefined,
    isLive: true,
  })
  return <div ref={box} role="log" onScroll={onScroll} />
}

/** A conversation 1000 pixels long, of which what is in sight is as high as it is told. */
function show() {
  const height = vi.spyOn(Element.prototype, 'clientHeight', 'get').mockReturnValue(400)
  vi.spyOn(Element.prototype, 'scrollHeight', 'get').mockReturnValue(1000)
  const tellers: (() => void)[] = []
  vi.stubGlobal(
    'ResizeObserver',
    class {
      constructor(tell: () => void) {
        tellers.push(tell)
      }
      observe() {}
      disconnect() {}
    },
  )
  render(<Log />)
  const log = screen.getByRole('log')
  const scrolled = (top: number) => {
    log.scrollTop = top
    fireEvent.scroll(log)
  }
  return { log, height, scrolled, tell: () => tellers.forEach((one) => one()) }
}

test('a reader at the end stays there when a bar appears before the scroll event', () => {
  const { log, height, scrolled, tell } = show()
  scrolled(600)
  height.mockReturnValue(250)
  fireEvent.scroll(log)
  tell()
  expect(log.scrollTop).toBe(1000)
})

test('a reader further up stays there when a bar appears or disappears', () => {
  const { log, height, scrolled, tell } = show()
  scrolled(100)
  height.mockReturnValue(250)
  tell()
  height.mockReturnValue(400)
  tell()
  expect(log.scrollTop).toBe(100)
})
