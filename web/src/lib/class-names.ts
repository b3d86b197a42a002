import { clsx, type ClassValue } from 'clsx'
import { createTailwindMerge } from 'tailwind-merge'

const any = () => true
const spacing = (...names: string[]) => Object.fromEntries(names.map((name) => [name, [{ [name]: [any] }]]))

// Only the properties that components let callers change, by the names of our theme: the library's full
// table is larger than the rest of the shell.
const merge = createTailwindMerge(() => ({
  cacheSize: 500,
  theme: {},
  classGroups: {
    display: ['block', 'inline-block', 'inline', 'flex', 'inline-flex', 'grid', 'contents', 'hidden'],
    position: ['static', 'fixed', 'absolute', 'relative', 'sticky'],
    direction: [{ flex: ['row', 'row-reverse', 'col', 'col-reverse'] }],
    wrap: [{ flex: ['wrap', 'nowrap'] }],
    grow: [{ flex: ['1', 'auto', 'none'] }],
    'font-size': [{ text: ['bar', 'xs', 'sm', 'base', 'lg', 'xl', '2xl', '3xl', '4xl'] }],
    'text-align': [{ text: ['left', 'center', 'right'] }],
    'text-wrap': [{ text: ['balance', 'pretty', 'nowrap'] }],
    'text-colour': [{ text: [any] }],
    'font-family': [{ font: ['sans', 'mono'] }],
    'font-weight': [{ font: ['normal', 'medium', 'semibold', 'bold'] }],
    whitespace: [{ whitespace: [any] }],
    'border-width': [{ border: ['', '0', '2'] }],
    'border-style': [{ border: ['solid', 'dashed'] }],
    'border-colour': [
      { border: ['line', 'control', 'danger', 'focus', 'transparent', 'accent-mark', 'ink'] },
    ],
    ...spacing('p', 'px', 'py', 'pt', 'pr', 'pb', 'pl', 'm', 'mx', 'my', 'mt', 'mr', 'mb', 'ml'),
    ...spacing('w', 'h', 'size', 'min-w', 'max-w', 'min-h', 'max-h', 'gap', 'gap-x', 'gap-y'),
    ...spacing('bg', 'rounded', 'shadow', 'items', 'justify', 'self', 'leading', 'tracking', 'z', 'order'),
    ...spacing(
      'overflow',
      'aspect',
      'grid-cols',
      'col-span',
      'top',
      'right',
      'bottom',
      'left',
      'inset',
      'opacity',
    ),
  },
  conflictingClassGroups: {
    p: ['px', 'py', 'pt', 'pr', 'pb', 'pl'],
    px: ['pr', 'pl'],
    py: ['pt', 'pb'],
    m: ['mx', 'my', 'mt', 'mr', 'mb', 'ml'],
    mx: ['mr', 'ml'],
    my: ['mt', 'mb'],
    size: ['w', 'h'],
    gap: ['gap-x', 'gap-y'],
  },
  conflictingClassGroupModifiers: {},
  orderSensitiveModifiers: ['*', '**', 'after', 'before', 'placeholder', 'selection'],
}))

/** Joins class names; of two that set the same property the later one wins. */
export function classNames(...values: ClassValue[]): string {
  return merge(clsx(values))
}
