import { describe, expect, test } from 'vitest'
import {
  calendarDay,
  formatBytes,
  formatClock,
  formatCount,
  formatDate,
  formatDaySeparator,
  formatDeadline,
  formatDistance,
  formatMemberSince,
  formatRating,
  formatRecord,
  formatRelative,
} from '@/lib/format'

const NOW = '2026-11-20T20:53:00-03:00'

describe('times are those of São Paulo', () => {
  test('whatever the zone of the machine', () => {
    expect(formatDate('2026-11-21T01:30:00Z')).toBe('20/11/2026')
    expect(formatClock('2026-11-21T01:30:00Z')).toBe('22:30')
    expect(calendarDay('2026-11-21T01:30:00Z')).toBe('2026-11-20')
  })
  test('a deadline is its last moment that counts, never the midnight after it', () => {
    expect(formatDeadline('2026-12-02T03:00:00Z')).toBe('01/12/2026, 23h59')
    expect(formatDeadline('2026-12-02T02:59:59Z')).toBe('01/12/2026, 23h59')
    expect(formatDeadline('2026-12-01T17:35:00Z')).toBe('01/12/2026, 14h35')
  })
  test('a member since a month', () => {
    expect(formatMemberSince('2025-03-01T01:00:00Z')).toBe('Membro desde fevereiro de 2025')
  })
  test.each([
    ['2026-11-20T20:52:30-03:00', 'agora'],
    ['2026-11-20T20:48:00-03:00', 'há 5 min'],
    ['2026-11-20T18:00:00-03:00', 'há 2 h'],
    ['2026-11-19T23:59:00-03:00', 'ontem'],
    ['2026-11-16T10:00:00-03:00', 'segunda-feira'],
    ['2026-11-13T10:00:00-03:00', '13/11/2026'],
  ])('%s in a list is %s', (moment, text) => expect(formatRelative(moment, NOW)).toBe(text))
  test.each([
    ['2026-11-20T18:00:00-03:00', 'há 2 horas'],
    ['2026-11-19T10:00:00-03:00', 'ontem'],
    ['2026-11-25T10:00:00-03:00', 'em 5 dias'],
    ['2026-08-01T10:00:00-03:00', 'há 3 meses'],
    ['2024-11-01T10:00:00-03:00', 'há 2 anos'],
  ])('%s in a sentence is %s', (moment, text) => expect(formatDistance(moment, NOW)).toBe(text))
  test.each([
    ['2026-11-20T00:10:00-03:00', 'Hoje'],
    ['2026-11-19T23:50:00-03:00', 'Ontem'],
    ['2026-11-01T12:00:00-03:00', '1 de novembro de 2026'],
  ])('the day of %s is %s', (moment, text) => expect(formatDaySeparator(moment, NOW)).toBe(text))
})

test('an empty rating is N/A', () => {
  expect([formatRating(null), formatRating(4.86)]).toEqual(['N/A', '4,9'])
})
test('counts agree with their noun', () => {
  expect([formatCount(1, 'proposta', 'propostas'), formatCount(1200, 'proposta', 'propostas')]).toEqual([
    '1 proposta',
    '1.200 propostas',
  ])
})
test('sizes of files', () => {
  expect([formatBytes(0), formatBytes(1_572_864)]).toEqual(['0 bytes', '1,5 MB'])
})

test.each([
  [{ contracts_completed: 5, counterparts: 3 }, ' · 5 contratos, 3 contrapartes'],
  [{ contracts_completed: 1, counterparts: 1 }, ' · 1 contrato, 1 contraparte'],
  [{ contracts_completed: 0, counterparts: 0 }, ''],
  [null, ''],
])('a rating says what it stands on: %j', (record, text) => {
  expect(formatRecord(record)).toBe(text)
})
