import type { UseFormReturn } from 'react-hook-form'
import { z } from '@/lib/zod'
import { BOUNDS, PROJECT_TECHNOLOGIES_MAX } from '@/api/limits'
import type { Json } from '@/api/schema'
import type { Insert } from '@/api/tables'
import type { Project } from '@/features/project/queries'
import { readScope, scopeSchema } from '@/features/project/scope/model'
import { DEFAULT_CATEGORY, DEFAULT_LEVEL } from '@/features/project/text'
import { formatDay } from '@/lib/format'
import { formatMoney, ofCents, type Money } from '@/lib/money'
import { LEVELS, STATES, WORK_MODES } from '@/lib/work'

const STATE_CODES = STATES.map(({ value }) => value)
const MODE_CODES = WORK_MODES.map(({ value }) => value)
const AMOUNT_MAX = ofCents(99_999_999_999)

function text(missing: string, max: number) {
  return z.string().check(z.trim(), z.minLength(1, missing), z.maxLength(max, `No máximo ${max} caracteres`))
}

function short(max: number) {
  return z.string().check(z.trim(), z.maxLength(max, `No máximo ${max} caracteres`))
}

const amount = z.nullable(
  z
    .custom<Money>((value) => typeof value === 'number')
    .check(
      z.refine((value) => value > 0, 'O valor deve ser maior que zero'),
      z.refine((value) => value <= AMOUNT_MAX, 'O valor é alto demais'),
    ),
)

export const projectSchema = z
  .object({
    title: text('Título é obrigatório', BOUNDS.projects.title),
    description: text('Descrição é obrigatória', BOUNDS.projects.description),
    category: text('Categoria é obrigatória', BOUNDS.projects.category),
    experience_level: z.enum(LEVELS),
    city: short(BOUNDS.projects.city),
    state: z.enum(['', ...STATE_CODES]),
    work_mode: z.enum(['', ...MODE_CODES]),
    starts_on: z.string(),
    budget: short(BOUNDS.projects.budget),
    budget_min: amount,
    budget_max: amount,
    deadline: short(BOUNDS.projects.deadline),
    deadline_on: z.string(),
    skills: z.array(z.string()).check(z.minLength(1, 'Selecione pelo menos uma habilidade')),
    technologies: z
      .array(z.string())
      .check(z.maxLength(PROJECT_TECHNOLOGIES_MAX, `No máximo ${PROJECT_TECHNOLOGIES_MAX} tecnologias`)),
    is_confidential: z.boolean(),
    scope: z.nullable(scopeSchema),
  })
  .check(
    z.refine((p) => p.budget_min === null || p.budget_max === null || p.budget_min <= p.budget_max, {
      path: ['budget_max'],
      message: 'O máximo deve ser igual ou maior que o mínimo',
    }),
    z.refine((p) => p.budget !== '' || p.budget_min !== null || p.budget_max !== null, {
      path: ['budget'],
      message: 'Orçamento é obrigatório',
    }),
    z.refine((p) => p.deadline !== '' || p.deadline_on !== '', {
      path: ['deadline'],
      message: 'Prazo é obrigatório',
    }),
    z.refine((p) => p.city === '' || p.state !== '', {
      path: ['state'],
      message: 'Escolha o estado da cidade',
    }),
    z.refine((p) => p.starts_on === '' || p.deadline_on === '' || p.starts_on <= p.deadline_on, {
      path: ['starts_on'],
      message: 'O início vem antes da data limite',
    }),
  )

export type ProjectInput = z.input<typeof projectSchema>
export type ProjectValues = z.output<typeof projectSchema>
export type ProjectForm = UseFormReturn<ProjectInput, unknown, ProjectValues>

export const EMPTY_PROJECT: ProjectInput = {
  title: '',
  description: '',
  category: DEFAULT_CATEGORY,
  experience_level: DEFAULT_LEVEL,
  city: '',
  state: '',
  work_mode: '',
  starts_on: '',
  budget: '',
  budget_min: null,
  budget_max: null,
  deadline: '',
  deadline_on: '',
  skills: [],
  technologies: [],
  is_confidential: false,
  scope: null,
}

/** What the form says, as the table stores it: what is absent as null, what has no words in its numbers. */
export function toRow(values: ProjectValues): Omit<Insert<'projects'>, 'company_id'> {
  const { budget_min, budget_max, deadline_on, city, state, work_mode, starts_on, ...rest } = values
  return {
    ...rest,
    budget: rest.budget === '' ? rangeText(budget_min, budget_max) : rest.budget,
    deadline: rest.deadline === '' ? `Até ${formatDay(deadline_on)}` : rest.deadline,
    city: city === '' ? null : city,
    state: state === '' ? null : state,
    work_mode: work_mode === '' ? null : work_mode,
    starts_on: starts_on === '' ? null : starts_on,
    budget_min_cents: budget_min,
    budget_max_cents: budget_max,
    deadline_on: deadline_on === '' ? null : deadline_on,
  }
}

/** `R$ 45.000 – R$ 60.000`: the budget in words where nobody wrote others. */
export function rangeText(min: Money | null, max: Money | null): string {
  const words = (amount: Money) => formatMoney(amount).replace(/,00$/, '').replace('\u00a0', ' ')
  if (min === null && max === null) return ''
  if (min === null) return max === null ? '' : `Até ${words(max)}`
  if (max === null) return `A partir de ${words(min)}`
  return min === max ? words(min) : `${words(min)} – ${words(max)}`
}

function isMade({ budget, budget_min_cents, budget_max_cents }: Project): boolean {
  return budget === rangeText(budget_min_cents, budget_max_cents)
}

export function fromRow(project: Project & { scope?: Json }): ProjectInput {
  return {
    ...EMPTY_PROJECT,
    title: project.title,
    description: project.description,
    category: project.category,
    experience_level: LEVELS.find((level) => level === project.experience_level) ?? DEFAULT_LEVEL,
    city: project.city ?? '',
    state: project.state ?? '',
    work_mode: project.work_mode ?? '',
    starts_on: project.starts_on ?? '',
    // What was made of the range follows it again.
    budget: isMade(project) ? '' : project.budget,
    budget_min: project.budget_min_cents,
    budget_max: project.budget_max_cents,
    deadline: project.deadline,
    deadline_on: project.deadline_on ?? '',
    skills: project.skills,
    technologies: project.technologies,
    is_confidential: project.is_confidential,
    scope: readScope(project.scope),
  }
}
