// What somebody did to the drawn page while the script was on its way. The document's own script
// remembers what was pressed; what was typed stands in the fields.

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

/** How long what was done waits for its place in the page: parts of a page come later. */
const PATIENCE_MS = 10_000

/** To be called before a page takes the place of the drawn one; what it returns is called when it has. */
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

/** Does the same again, each thing as soon as its place is there. */
function replay(root: HTMLElement, { typed, chosen, focused, pressed, scrolled_px }: Done): void {
  // The router begins every page at its top; whoever reads on stays where he is.
  if (scrolled_px > 0) window.scrollTo({ top: scrolled_px, behavior: 'instant' })
  let [left, unchosen] = [typed, chosen]
  let [isFocused, isPressed] = [focused === undefined, pressed === undefined]
  const redo = () => {
    // Chosen first: a choice may change which fields there are.
    unchosen = unchosen.filter((place) => !press(root, place))
    left = left.filter(({ place, value }) => !type(root, place, value))
    if (!isFocused) isFocused = focus(root, focused)
    // Pressed last: what is sent is what was typed.
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
  // React watches its own setter: what goes past it is a change.
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
  // A tab listens to the mouse's going down, and no click says that.
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

/** What an element is called by whoever sees it: the same before and after. */
function placeOf(element: Element): string {
  const name = element.getAttribute('aria-label') ?? element.getAttribute('name') ?? element.textContent
  const type = element.getAttribute('type') ?? ''
  // Choices of one name are told apart by what each stands for.
  return `${element.tagName} ${type} ${name.trim()} ${type === 'radio' ? element.getAttribute('value') : ''}`
}
