import { expect, test } from 'vitest'
import { KIND_ICONS, KINDS } from '@/features/notification/text'

test('all news come first, then every kind by its name', () => {
  expect(KINDS.map((kind) => kind.label)).toEqual([
    'Todas',
    'Mensagens',
    'Propostas',
    'Decisões',
    'Projetos',
    'Avaliações',
    'Perguntas',
    'Organização',
  ])
})

test('every kind has a picture of its own', () => {
  const icons = Object.values(KIND_ICONS)
  expect(new Set(icons).size).toBe(icons.length)
})
