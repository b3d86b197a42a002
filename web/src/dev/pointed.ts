/**
 * Rules for a pointer or the focus, once more for what is only shown as if it
 * were under one: `data-as` on the element's parent says which.
 */
export function pointedRules(sheets: Iterable<CSSStyleSheet>): string {
  return [...sheets]
    .flatMap((sheet) => [...sheet.cssRules])
    .map((rule) => rule.cssText)
    .filter((text) => text.search(POINTED) >= 0)
    .join('\n')
    .replaceAll(POINTED, (_, state: string) => `:is([data-as='${state}'] > *)`)
}

// A class such as `hover\:bg-hover` has the word in its name, behind a backslash.
const POINTED = /(?<!\\):(hover|focus-visible)(?![\w\\-])/g
