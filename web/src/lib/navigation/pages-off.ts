/** Whether the operator switched a public page off; the server says so in the document. */
export function isPageOff(pathname: string): boolean {
  const told = document.querySelector('meta[name="pages-off"]')?.getAttribute('content') ?? ''
  return told.split(' ').includes(pathname)
}
