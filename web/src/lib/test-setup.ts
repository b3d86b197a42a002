import { cleanup, configure } from '@testing-library/react'
import { afterEach, vi } from 'vitest'

// Browser interfaces that Radix needs and jsdom lacks.
class NoObserver {
  observe() {}
  unobserve() {}
  disconnect() {}
}

vi.stubGlobal('ResizeObserver', NoObserver)
Element.prototype.scrollIntoView = () => {}
Element.prototype.hasPointerCapture = () => false
Element.prototype.setPointerCapture = () => {}
Element.prototype.releasePointerCapture = () => {}
window.scrollTo = () => {}
window.matchMedia = (media: string) =>
  Object.assign(new EventTarget(), {
    media,
    matches: false,
    onchange: null,
    addListener() {},
    removeListener() {},
  })

// A busy machine needs more than the default second to load lazy modules.
configure({ asyncUtilTimeout: 4_000 })

afterEach(cleanup)
