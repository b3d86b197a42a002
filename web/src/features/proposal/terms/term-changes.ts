import { formatDay } from '@/lib/format'
import { deadlineText, milestonesOf, RETENTION_WORDS, TAC_WORDS, type Terms, type Version } from './terms'
import { formatMoney } from '@/lib/money'
import { queryOptions } from '@tanstack/react-query'
import { request } from '@/api/request/request'
import { keys } from '@/api/keys'
import type { Row } from '@/api/tables'
import { budgetInWords } from '@/features/proposal/propose/budget'
import { labelOf, placeOf, WORK_MODES } from '@/lib/work'

/** A revision, with its scope as text. */
export type Revision = Omit<Row<'project_revisions'>, 'project_id' | 'changed' | 'created_at' | 'scope'> & {
  scope: string
}

const COLUMNS =
  'number, title, description, category, experience_level, budget, budget_min_cents, budget_max_cents, deadline, deadline_on, skills, city, state, work_mode, starts_on, technologies, technology_levels, scope'

/** Two revisions of a project, the earlier first; null if one of them is missing. */
export function revisionsQuery(projectId: string, from: number, to: number) {
  return queryOptions({
    queryKey: keys.projects.revisions(projectId, from, to),
    queryFn: async ({ signal }): Promise<readonly [Revision, Revision] | null> => {
      const [before, after] = await request((client) =>
        client
          .from('project_revisions')
          .select(COLUMNS)
          .eq('project_id', projectId)
          .in('number', [from, to])
          .order('number')
          .abortSignal(signal),
      )
      if (!before || !after) return null
      const [was, is] = await Promise.all([
        scopeOf(projectId, before, signal),
        scopeOf(projectId, after, signal),
      ])
      return [
        { ...before, scope: was },
        { ...after, scope: is },
      ]
    },
  })
}

type Stored = Pick<Row<'project_revisions'>, 'number' | 'scope'>

async function scopeOf(projectId: string, { number, scope }: Stored, signal: AbortSignal) {
  if (scope === null) return ''
  const written = await request((client) =>
    client.rpc('write_scope', { project_id: projectId, revision: number }).abortSignal(signal),
  )
  return written.text
}

/** A field whose text differs; long ones are compared by words. */
export type Change = { label: string; before: string; after: string; isLong: boolean }

type Field = { label: string; isLong?: boolean; text: (revision: Revision) => string }

/** What differs between two revisions, field by field as the project's page names them. */
export function changesOf(
  [before, after]: readonly [Revision, Revision],
  labels: (skills: readonly string[]) => readonly string[],
): Change[] {
  const fields: readonly Field[] = [
    { label: 'Título do projeto', isLong: true, text: (revision) => revision.title },
    { label: 'Descrição do projeto', isLong: true, text: (revision) => revision.description },
    { label: 'Escopo', isLong: true, text: ({ scope }) => scope },
    { label: 'Habilidades', isLong: true, text: ({ skills }) => labels(skills).toSorted().join(', ') },
    { label: 'Tecnologias', isLong: true, text: ({ technologies }) => technologies.toSorted().join(', ') },
    { label: 'Orçamento', text: (revision) => revision.budget },
    { label: 'Faixa do orçamento', text: budgetInWords },
    { label: 'Prazo', text: (revision) => revision.deadline },
    { label: 'Data limite', text: ({ deadline_on }) => day(deadline_on) },
    { label: 'Início previsto', text: ({ starts_on }) => day(starts_on) },
    { label: 'Local', text: placeOf },
    { label: 'Modalidade', text: ({ work_mode }) => labelOf(WORK_MODES, work_mode) ?? '' },
    { label: 'Categoria', text: (revision) => revision.category },
    { label: 'Nível de experiência', text: (revision) => revision.experience_level },
  ]
  return fields
    .map(({ label, isLong = false, text }) => ({ label, isLong, before: text(before), after: text(after) }))
    .filter((change) => change.before !== change.after)
}

function day(on: string | null): string {
  return on === null ? '' : formatDay(on)
}

type TermField = { label: string; isLong?: boolean; text: (terms: Terms) => string }

const FIELDS: readonly TermField[] = [
  { label: 'Valor', text: ({ value_cents }) => formatMoney(value_cents) },
  {
    label: 'Deslocamento',
    text: ({ travel_cents }) => (travel_cents === 0 ? 'incluído' : formatMoney(travel_cents)),
  },
  { label: 'Marcos', isLong: true, text: milestoneLines },
  { label: 'Prazo', text: ({ deadline_days }) => deadlineText(deadline_days) },
  { label: 'Validade', text: ({ valid_until }) => formatDay(valid_until) },
  { label: 'Premissas', isLong: true, text: ({ assumptions }) => assumptions ?? '' },
  { label: 'Exclusões', isLong: true, text: ({ exclusions }) => exclusions ?? '' },
]

/** What differs between two versions of terms. */
export function termChanges(before: Terms, after: Terms): Change[] {
  return FIELDS.map(({ label, isLong = false, text }) => ({
    label,
    isLong,
    before: text(before),
    after: text(after),
  })).filter((change) => change.before !== change.after)
}

/** A line for each milestone. */
export function milestoneLines(terms: Terms): string {
  return milestonesOf(terms)
    .map(({ title, deliverable, value, due_on, isRetention, waitsForTac }, at) =>
      [
        `${at + 1}. ${title}`,
        deliverable,
        due_on && `até ${formatDay(due_on)}`,
        isRetention && RETENTION_WORDS,
        waitsForTac && TAC_WORDS,
        formatMoney(value),
      ]
        .filter(Boolean)
        .join(' · '),
    )
    .join('\n')
}

/** The version that a version replaces: the last one before it that was in force. */
export function baseOf(version: Version, all: readonly Version[]): Version | undefined {
  return all
    .filter(
      ({ number, author, state }) =>
        number < version.number &&
        (author === 'professional' || state === 'current' || state === 'superseded'),
    )
    .reduce<Version | undefined>(
      (latest, one) => (latest === undefined || one.number > latest.number ? one : latest),
      undefined,
    )
}
