// Replays what a person did to the prerendered page before the script was loaded. The inline script of
// the document records what was pressed; what was typed is in the fields.

type Early = { pressed: Element | null; stop: () => void }

declare global {
  interface Window {
    __early?: Early
  }
}

type Typed = { place: string; value: string }
type Done = {
  typed: Typed[]
  chosen: string[]
  focused: string | undefined
  pressed: string | undefined
  scrolled_px: number
}

/** How long an action waits for its element to appear: parts of a page load later. */
const PATIENCE_MS = 10_000

/** Called before a page replaces the prerendered one; the returned function is called afterwards. */
export function captureInput(before: HTMLElement, page: HTMLElement): () => void {
  const early = window.__early
  early?.stop()
  const drawn = before.querySelector('[data-drawn]')
  if (drawn === null) return () => undefined
  const fields = [...drawn.querySelectorAll('input, textarea')].filter(isField)
  const focused = document.activeElement
  const done: Done = {
    typed: fields
      .filter((field) => field.value !== field.defaultValue)
      .map((field) => ({ place: placeOf(field), value: field.value })),
    chosen: [...drawn.querySelectorAll<HTMLInputElement>('input[type=radio]')]
      .filter((radio) => radio.checked && !radio.defaultChecked)
      .map(placeOf),
    focused: focused !== null && drawn.contains(focused) ? placeOf(focused) : undefined,
    pressed: early?.pressed ? placeOf(early.pressed) : undefined,
    scrolled_px: window.scrollY,
  }
  return () => replay(page, done)
}

/** Repeats the recorded actions, each as soon as its element exists. */
function replay(root: HTMLElement, { typed, chosen, focused, pressed, scrolled_px }: Done): void {
  // The router scrolls every page to its top; a person who scrolled already stays where they are.
  if (scrolled_px > 0) window.scrollTo({ top: scrolled_px, behavior: 'instant' })
  let [left, unchosen] = [typed, chosen]
  let [isFocused, isPressed] = [focused === undefined, pressed === undefined]
  const redo = () => {
    // Radio buttons first: a choice may change which fields exist.
    unchosen = unchosen.filter((place) => !press(root, place))
    left = left.filter(({ place, value }) => !type(root, place, value))
    if (!isFocused) isFocused = focus(root, focused)
    // The press last: it submits what was typed.
    if (!isPressed && left.length === 0 && unchosen.length === 0) isPressed = press(root, pressed)
    if (left.length === 0 && unchosen.length === 0 && isFocused && isPressed) observer.disconnect()
  }
  const observer = new MutationObserver(redo)
  observer.observe(root, { childList: true, subtree: true })
  setTimeout(() => observer.disconnect(), PATIENCE_MS)
  redo()
}

function find(root: HTMLElement, place: string | undefined): Element | undefined {
  const all = root.querySelectorAll('input, textarea, button, [role=tab], a')
  return [...all].find((element) => placeOf(element) === place)
}

function type(root: HTMLElement, place: string, value: string): boolean {
  const field = find(root, place)
  if (field === undefined || !isField(field)) return false
  // React overrides the setter of the element; setting the value through the prototype counts as a
  // change.
  const kind = field instanceof HTMLInputElement ? HTMLInputElement : HTMLTextAreaElement
  Object.getOwnPropertyDescriptor(kind.prototype, 'value')?.set?.call(field, value)
  field.dispatchEvent(new Event('input', { bubbles: true }))
  return true
}

function focus(root: HTMLElement, place: string | undefined): boolean {
  const found = find(root, place)
  if (!(found instanceof HTMLElement)) return false
  found.focus({ preventScroll: true })
  return true
}

function press(root: HTMLElement, place: string | undefined): boolean {
  const found = find(root, place)
  if (!(found instanceof HTMLElement)) return false
  // A tab reacts to pointer down, which click() does not dispatch.
  if (found.getAttribute('role') === 'tab') found.focus()
  found.click()
  return true
}

function isField(element: Element): element is HTMLInputElement | HTMLTextAreaElement {
  return (
    element instanceof HTMLTextAreaElement ||
    (element instanceof HTMLInputElement && !['checkbox', 'radio', 'file'].includes(element.type))
  )
}

/** The accessible name of an element, which is the same before and after. */
function placeOf(element: Element): string {
  const name = element.getAttribute('aria-label') ?? element.getAttribute('name') ?? element.textContent
  const type = element.getAttribute('type') ?? ''
  // Radio buttons of one name differ by their values.
  return `${element.tagName} ${type} ${name.trim()} ${type === 'radio' ? element.getAttribute('value') : ''}`
}
