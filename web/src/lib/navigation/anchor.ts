/**
 * The `ref` of a section that addresses lead to by `#id`. What is drawn once its
 * data came was not there when the browser looked for it, so it looks by itself.
 */
export function scrollToAnchor(element: HTMLElement | null): void {
  if (element === null || window.location.hash !== `#${element.id}`) return
  element.scrollIntoView()
  element.focus({ preventScroll: true })
}
