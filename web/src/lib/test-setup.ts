import { cleanup, configure } from '@testing-library/react'
import { afterEach, vi } from 'vitest'

// What jsdom leaves out and Radix asks for.
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

// A busy machine takes longer than the usual second to load what is lazy.
configure({ asyncUtilTimeout: 4_000 })

afterEach(cleanup)
