import { expect, test } from 'vitest'
import { KIND_ICONS, KINDS } from '@/features/notification/text'

test('the filter begins with all, followed by every kind', () => {
  expect(KINDS.map((kind) => kind.label)).toEqual([
    'Todas',
    'Mensagens',
    'Propostas',
    'Decisões',
    'Projetos',
    'Avaliações',
    'Perguntas',
    'Buscas salvas',
    'Convites',
    'Organização',
  ])
})

test('every kind has its own icon', () => {
  const icons = Object.values(KIND_ICONS)
  expect(new Set(icons).size).toBe(icons.length)
})
