import { z } from '@/lib/zod'
import { BOUNDS } from '@/api/limits'
import type { Row } from '@/api/tables'

const { portfolio_projects: MAX } = BOUNDS
export const IMAGES_MAX = MAX.image_urls

export const REQUIRED_NOTICE = {
  title: 'Campos obrigatórios',
  description: 'Por favor, preencha os campos de título, descrição e seu papel.',
}

function text(missing: string, max: number) {
  return z.string().check(z.trim(), z.minLength(1, missing), z.maxLength(max, `No máximo ${max} caracteres`))
}

export const portfolioSchema = z.object({
  title: text('Título é obrigatório', MAX.title),
  description: text('Descrição é obrigatória', MAX.description),
  role: text('Seu papel é obrigatório', MAX.role),
  technologies: z.pipe(z.string(), z.transform(parseTechnologies)).check(
    z.refine((words) => words.length <= MAX.technologies, `No máximo ${MAX.technologies} tecnologias`),
    z.refine(
      (words) => words.join(',').length <= MAX.technologies_joined,
      `No máximo ${MAX.technologies_joined} caracteres`,
    ),
  ),
  image_urls: z
    .array(z.string())
    .check(z.maxLength(IMAGES_MAX, `Você pode adicionar no máximo ${IMAGES_MAX} imagens por projeto.`)),
})

export type PortfolioInput = z.input<typeof portfolioSchema>
export type PortfolioValues = z.output<typeof portfolioSchema>

export const EMPTY_PORTFOLIO_PROJECT: PortfolioInput = {
  title: '',
  description: '',
  role: '',
  technologies: '',
  image_urls: [],
}

/** "CLP, , SCADA,CLP " says CLP and SCADA. */
export function parseTechnologies(typed: string): string[] {
  const words = typed.split(',').map((word) => word.trim())
  return [...new Set(words.filter((word) => word !== ''))]
}

export function fromRow(project: PortfolioProject): PortfolioInput {
  const { title, description, role, technologies, image_urls } = project
  return { title, description, role, technologies: technologies.join(', '), image_urls }
}

export type PortfolioProject = Pick<
  Row<'portfolio_projects'>,
  'id' | 'title' | 'description' | 'role' | 'technologies' | 'image_urls' | 'position'
>
