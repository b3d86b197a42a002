/** Reloads the page; a module of its own, because tests cannot replace the browser's function. */
export function reload(): void {
  window.location.reload()
}
