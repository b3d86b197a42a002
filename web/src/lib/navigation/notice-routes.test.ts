import { expect, test } from 'vitest'
import { noticePath } from '@/lib/navigation/notice-routes'

test.each([
  ['conversation', 'm1', '/dashboard/mensagens/m1'],
  ['project', 'p1', '/dashboard/projetos/p1/propostas'],
  ['proposal', 'o1', '/dashboard/propostas'],
  ['contract', 'c1', '/dashboard/contratos/c1'],
  ['dispute', 'd1', '/dashboard/disputas/d1'],
  ['report', null, '/dashboard/admin?aba=denuncias'],
])('a notice about a %s (%s) leads to %s', (subject_kind, subject_id, path) => {
  expect(noticePath({ subject_kind, subject_id })).toBe(path)
})

test('what this version does not know, or what has no key, leads to the dashboard', () => {
  expect([
    noticePath({ subject_kind: 'milestone', subject_id: 'x' }),
    noticePath({ subject_kind: 'project', subject_id: null }),
  ]).toEqual(['/dashboard', '/dashboard'])
})
