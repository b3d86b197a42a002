import type { Json } from '@/api/schema'
import type { IoList, IoListReading } from '@/features/project/io-list/io-list-query'
import { formatCount, formatNumber } from '@/lib/format'

export type Counts = Readonly<Record<string, number>>

/** The kinds of signals in the order in which lists show them, with the short form of changes. */
export const KINDS = [
  { kind: 'ED', name: 'Entradas digitais (ED)', one: 'ED', many: 'ED' },
  { kind: 'SD', name: 'Saídas digitais (SD)', one: 'SD', many: 'SD' },
  { kind: 'EA', name: 'Entradas analógicas (EA)', one: 'EA', many: 'EA' },
  { kind: 'SA', name: 'Saídas analógicas (SA)', one: 'SA', many: 'SA' },
  { kind: 'fast', name: 'Sinais rápidos', one: 'sinal rápido', many: 'sinais rápidos' },
  { kind: 'safety', name: 'Sinais de segurança', one: 'sinal de segurança', many: 'sinais de segurança' },
] as const

const FORMATS: Readonly<Record<IoList['format'], string>> = {
  csv: 'Planilha CSV',
  xlsx: 'Planilha Excel',
  tia_portal: 'TIA Portal',
  studio_5000: 'Studio 5000',
  l5x: 'Studio 5000 (L5X)',
  codesys: 'CODESYS',
  plcopen: 'PLCopen XML',
  ignition: 'Ignition',
  elipse_e3: 'Elipse E3',
  eplan: 'EPLAN',
  automationml: 'AutomationML',
}

export function formatName(format: string): string {
  return Object.entries(FORMATS).find(([known]) => known === format)?.[1] ?? 'Lista'
}

/** Counts by kind, as the database keeps them. */
export function countsOf(stored: Json | undefined): Counts {
  if (!isObject(stored)) return {}
  return Object.fromEntries(
    Object.entries(stored).filter((pair): pair is [string, number] => typeof pair[1] === 'number'),
  )
}

function isObject(stored: Json | undefined): stored is Record<string, Json> {
  return typeof stored === 'object' && stored !== null && !Array.isArray(stored)
}

/** What a version added and removed: `+12 ED, −2 EA`. Undefined if there was nothing to compare it with. */
export function changeSentence(stored: Json): string | undefined {
  if (!isObject(stored)) return undefined
  const [added, removed] = [countsOf(stored.added), countsOf(stored.removed)]
  const parts = KINDS.flatMap(({ kind, one, many }) => [
    ...partOf('+', added[kind], one, many),
    ...partOf('−', removed[kind], one, many),
  ])
  return parts.length > 0 ? parts.join(', ') : 'mesmas quantidades, com outros dados'
}

function partOf(sign: string, count = 0, one: string, many: string): string[] {
  return count > 0 ? [sign + formatCount(count, one, many)] : []
}

const COLUMNS: Readonly<Record<string, string>> = {
  tag: 'Tag',
  address: 'Endereço',
  kind: 'Tipo',
  description: 'Descrição',
}

const ROW_ERRORS: Readonly<Record<string, string>> = {
  kind_unknown: 'não reconhecemos o tipo do sinal, que não foi contado',
  tag_missing: 'faltam o tag e o endereço do sinal, que não foi contado',
  tag_twice: 'o tag já está em outra linha, e só a primeira foi contada',
  address_twice: 'o endereço já está em outra linha, e as duas foram contadas',
  address_wrong: 'o endereço não é válido ou contradiz o tipo',
  row_too_long: 'há texto ou colunas demais, e a linha foi cortada',
}

/** `Linha 14, coluna Tipo: não reconhecemos o tipo do sinal, que não foi contado` */
export function rowErrorSentence({ row, column, code }: IoListReading['errors'][number]): string {
  const name = COLUMNS[column.toLowerCase()]
  const place = name === undefined ? '' : `, coluna ${name}`
  return `Linha ${formatNumber(row)}${place}: ${ROW_ERRORS[code] ?? 'há um erro'}`
}

export function signalCount(rows: number): string {
  return formatCount(rows, 'sinal', 'sinais')
}
