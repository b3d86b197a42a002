import { z } from '@/lib/zod'
import { BOUNDS } from '@/api/limits'
import type { Insert } from '@/api/tables'
import type { Project } from '@/features/project/queries'
import { DEFAULT_CATEGORY, DEFAULT_LEVEL } from '@/features/project/text'
import { ofCents, type Money } from '@/lib/money'
import { LEVELS } from '@/lib/work'

const AMOUNT_MAX = ofCents(99_999_999_999)

function text(missing: string, max: number) {
  return z.string().trim().min(1, missing).max(max, `No máximo ${max} caracteres`)
}

const amount = z
  .custom<Money>((value) => typeof value === 'number')
  .refine((value) => value > 0, 'O valor deve ser maior que zero')
  .refine((value) => value <= AMOUNT_MAX, 'O valor é alto demais')
  .nullable()

export const projectSchema = z
  .object({
    title: text('Título é obrigatório', BOUNDS.projects.title),
    description: text('Descrição é obrigatória', BOUNDS.projects.description),
    category: text('Categoria é obrigatória', BOUNDS.projects.category),
    experience_level: z.enum(LEVELS),
    budget: text('Orçamento é obrigatório', BOUNDS.projects.budget),
    budget_min: amount,
    budget_max: amount,
    deadline: text('Prazo é obrigatório', BOUNDS.projects.deadline),
    deadline_on: z.string(),
    skills: z.array(z.string()).min(1, 'Selecione pelo menos uma habilidade'),
    is_confidential: z.boolean(),
  })
  .refine((p) => p.budget_min === null || p.budget_max === null || p.budget_min <= p.budget_max, {
    path: ['budget_max'],
    message: 'O máximo deve ser igual ou maior que o mínimo',
  })

export type ProjectInput = z.input<typeof projectSchema>
export type ProjectValues = z.output<typeof projectSchema>

export const EMPTY_PROJECT: ProjectInput = {
  title: '',
  description: '',
  category: DEFAULT_CATEGORY,
  experience_level: DEFAULT_LEVEL,
  budget: '',
  budget_min: null,
  budget_max: null,
  deadline: '',
  deadline_on: '',
  skills: [],
  is_confidential: false,
}

/** What the form says, as the table stores it: an absent date as null. */
export function toRow(values: ProjectValues): Omit<Insert<'projects'>, 'company_id'> {
  const { budget_min, budget_max, deadline_on, ...rest } = values
  return {
    ...rest,
    budget_min_cents: budget_min,
    budget_max_cents: budget_max,
    deadline_on: deadline_on === '' ? null : deadline_on,
  }
}

export function fromRow(project: Project): ProjectInput {
  return {
    ...EMPTY_PROJECT,
    title: project.title,
    description: project.description,
    category: project.category,
    experience_level: LEVELS.find((level) => level === project.experience_level) ?? DEFAULT_LEVEL,
    budget: project.budget,
    budget_min: project.budget_min_cents,
    budget_max: project.budget_max_cents,
    deadline: project.deadline,
    deadline_on: project.deadline_on ?? '',
    skills: project.skills,
    is_confidential: project.is_confidential,
  }
}
