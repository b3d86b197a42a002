import { z } from 'zod'
import type { PortfolioProject } from '@/features/portfolio/queries'

export const IMAGES_MAX = 5
const TECHNOLOGIES_MAX = 30
const TECHNOLOGIES_LENGTH_MAX = 1000

export const REQUIRED_NOTICE = {
  title: 'Campos obrigatórios',
  description: 'Por favor, preencha os campos de título, descrição e seu papel.',
}

function text(missing: string, max: number) {
  return z.string().trim().min(1, missing).max(max, `No máximo ${max} caracteres`)
}

export const portfolioSchema = z.object({
  title: text('Título é obrigatório', 160),
  description: text('Descrição é obrigatória', 5000),
  role: text('Seu papel é obrigatório', 120),
  technologies: z
    .string()
    .transform(parseTechnologies)
    .refine((words) => words.length <= TECHNOLOGIES_MAX, `No máximo ${TECHNOLOGIES_MAX} tecnologias`)
    .refine(
      (words) => words.join(',').length <= TECHNOLOGIES_LENGTH_MAX,
      `No máximo ${TECHNOLOGIES_LENGTH_MAX} caracteres`,
    ),
  image_urls: z
    .array(z.string())
    .max(IMAGES_MAX, `Você pode adicionar no máximo ${IMAGES_MAX} imagens por projeto.`),
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
