import { expect, test } from 'vitest'
import { wordDiff, type Stretch } from '@/lib/text/word-diff'

/** As one reads it: [-taken out-] and {+put in+}. */
function marked(stretches: readonly Stretch[]): string {
  const marks = { same: ['', ''], removed: ['[-', '-]'], added: ['{+', '+}'] } as const
  return stretches.map(({ kind, text }) => marks[kind][0] + text + marks[kind][1]).join('')
}

test.each([
  ['nothing', 'Trocar a CPU.', 'Trocar a CPU.', 'Trocar a CPU.'],
  ['a word', 'Trocar a CPU 315.', 'Trocar a CPU 1515.', 'Trocar a CPU [-315.-]{+1515.+}'],
  ['an end', 'Trocar a CPU.', 'Trocar a CPU. Comentar.', 'Trocar a CPU. {+Comentar.+}'],
  ['a beginning', 'Trocar a CPU.', 'Só trocar a CPU.', '[-Trocar -]{+Só trocar +}a CPU.'],
  ['two places', 'a b c d e', 'a x c y e', 'a [-b -]{+x +}c [-d -]{+y +}e'],
  ['only blanks', 'a  b', 'a b', 'a b'],
  ['a line', 'a\nb\nc', 'a\nc', 'a\n[-b\n-]c'],
  ['a repeated word', 'a a', 'a a a', 'a a {+a+}'],
  ['everything', 'antes', 'depois disso', '[-antes-]{+depois disso+}'],
  ['from nothing', '', 'depois', '{+depois+}'],
  ['to nothing', 'antes', '', '[-antes-]'],
])('%s', (_, before, after, shown) => {
  expect(marked(wordDiff(before, after))).toBe(shown)
})

test('texts that share too little to compare are shown one after the other', () => {
  const words = (prefix: string) => Array.from({ length: 2500 }, (_, at) => `${prefix}${at}`).join(' ')
  expect(wordDiff(words('a'), words('b')).map(({ kind }) => kind)).toEqual(['removed', 'added'])
})
