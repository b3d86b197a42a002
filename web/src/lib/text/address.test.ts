import { expect, test } from 'vitest'
import { linkAddress, pictureAddress } from '@/lib/text/address'

// What is in no build takes no stored address either.
const SOURCES = import.meta.glob<string>(['/src/**/*.tsx', '!/src/dev/**'], {
  query: '?raw',
  import: 'default',
  eager: true,
})

/** Where an address is not stored by anybody: it is written in the source, or leads within the page. */
const OWN = [
  /^pictureAddress\(/,
  /^linkAddress\(/,
  /^`(mailto:|#|\$\{fallback)/,
  /^lookUpAddress\(/,
  /^builtInUrl\(/,
  /^paths\./,
  /^source$/,
  /^to$/,
]

test.each([
  'javascript:alert(1)',
  ' JAVASCRIPT:alert(1)',
  'java\nscript:alert(1)',
  'vbscript:x',
  'data:text/html,<script>',
  'file:///etc/passwd',
  'http://[',
])('neither loads nor leads to %s', (address) => {
  expect(pictureAddress(address)).toBeUndefined()
  expect(linkAddress(address)).toBeUndefined()
})

test('pictures are of the web, of the page, or drawn', () => {
  const fine = ['/storage/a', 'https://cdn.example/a', 'blob:http://x/1', 'data:image/png;base64,AA']
  expect(fine.filter((address) => pictureAddress(address) !== address)).toEqual([])
  expect([pictureAddress(null), pictureAddress(''), pictureAddress('data:image/x')]).toEqual([
    undefined,
    undefined,
    undefined,
  ])
})

test('links are of the web', () => {
  expect(linkAddress('https://asaas.example/documentos')).toBe('https://asaas.example/documentos')
  expect(linkAddress('data:image/png;base64,AA')).toBeUndefined()
})

test('no element takes an address that was not looked at', () => {
  const unlooked = Object.entries(SOURCES).flatMap(([file, text]) =>
    file.includes('.test.')
      ? []
      : [...text.matchAll(/<(?:img|a|iframe|embed|object)\s[^>]*?\b(?:src|href|data)=\{([^}]*)/g)]
          .map(([, value = '']) => value.trim())
          .filter((value) => !OWN.some((own) => own.test(value)))
          .map((value) => `${file}: ${value}`),
  )
  expect(unlooked).toEqual([])
})
