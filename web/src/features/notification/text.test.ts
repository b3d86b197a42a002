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

test('every kind that can be filtered has a picture of its own', () => {
  const icons = KINDS.slice(1).map((kind) => KIND_ICONS[kind.value])
  expect(new Set(icons.filter((icon) => icon !== undefined)).size).toBe(icons.length)
})
