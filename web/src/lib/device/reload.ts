/** Loads the page anew; a function of its own, since nobody can stand in for the browser's. */
export function reload(): void {
  window.location.reload()
}
