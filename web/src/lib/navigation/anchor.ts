/**
 * The `ref` of a section that links reach by `#id`. A section that renders after its data loads does not
 * exist when the browser looks for the anchor, so it scrolls itself into view.
 */
export function scrollToAnchor(element: HTMLElement | null): void {
  if (element === null || window.location.hash !== `#${element.id}`) return
  element.scrollIntoView()
  element.focus({ preventScroll: true })
}
