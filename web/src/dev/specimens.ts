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

/** All specimens, in the order of the index. */
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
 * Copies the rules for :hover and :focus-visible for elements that only look as if they were
 * in that state: `data-as` on the element's parent names the state.
 */
export function pointedRules(sheets: Iterable<CSSStyleSheet>): string {
  return [...sheets]
    .flatMap((sheet) => [...sheet.cssRules])
    .map((rule) => rule.cssText)
    .filter((text) => text.search(POINTED) >= 0)
    .join('\n')
    .replaceAll(POINTED, (_, state: string) => `:is([data-as='${state}'] > *)`)
}

// A class such as `hover\:bg-hover` contains the word in its name, behind a backslash.
const POINTED = /(?<!\\):(hover|focus-visible)(?![\w\\-])/g
