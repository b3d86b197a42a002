import type { Specimen } from './specimen'
import { ACTIONS } from '@/dev/specimens/actions'
import { CHOICES } from '@/dev/specimens/choices'
import { FIELDS } from '@/dev/specimens/fields'
import { DIALOGS } from '@/dev/specimens/dialogs'
import { DIRECTORIES } from '@/dev/specimens/directories'
import { FRAMES } from '@/dev/specimens/frames'
import { MARKET } from '@/dev/specimens/market'
import { MENUS } from '@/dev/specimens/menus'
import { PICTURES } from '@/dev/specimens/pictures'
import { TALK } from '@/dev/specimens/talk'

type Group = { name: string; specimens: readonly Specimen[] }

/** Everything that can be looked at, as the index lists it. */
export const GROUPS: readonly Group[] = [
  { name: 'Ações', specimens: ACTIONS },
  { name: 'Campos', specimens: FIELDS },
  { name: 'Escolhas', specimens: CHOICES },
  { name: 'Diretórios', specimens: DIRECTORIES },
  { name: 'Molduras', specimens: FRAMES },
  { name: 'Figuras', specimens: PICTURES },
  { name: 'Diálogos', specimens: DIALOGS },
  { name: 'Menus e avisos', specimens: MENUS },
  { name: 'Mercado', specimens: MARKET },
  { name: 'Conversa', specimens: TALK },
]

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
