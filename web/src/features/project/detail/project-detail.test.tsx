import { screen } from '@testing-library/react'
import userEvent from '@testing-library/user-event'
import { afterEach, beforeEach, expect, test } from 'vitest'
import { serve } from '@/api/test-server'
import { ProjectDetail } from '@/features/project/detail/project-detail'
import type { Project } from '@/features/project/queries'
import { ENVASE, SKILLS } from '@/features/project/test-project'
import { renderAt } from '@/lib/test-render'

const ADDRESS = `/projetos/${ENVASE.id}`

beforeEach(() => {
  serve({ skills: SKILLS, profiles: [] })
})
afterEach(() => window.history.replaceState(null, ''))

async function show(changes: Partial<Project> = {}) {
  const shown = renderAt(
    <ProjectDetail project={{ ...ENVASE, ...changes }} action={<button>Enviar Proposta</button>} />,
    { entries: ['/dashboard', ADDRESS] },
  )
  await screen.findByText('Retrofit')
  return shown
}

function facts() {
  return screen.getAllByRole('term').map((term) => [term.textContent, term.nextElementSibling?.textContent])
}

test('shows its category, state, title and description', async () => {
  await show()
  expect(screen.getByText('Automação Industrial')).toBeTruthy()
  expect(screen.getByText('Aberto')).toBeTruthy()
  expect(screen.getByRole('heading', { level: 1 }).textContent).toBe('Migração da linha de envase')
  expect(screen.getByText(/Entregar o programa comentado/).textContent).toBe(ENVASE.description)
})

test('names who published it, the day in São Paulo, and leads to the company', async () => {
  const { container } = await show()
  expect(container.textContent).toContain('Publicado por Envasadora Serra Azul em 20 de novembro de 2026')
  for (const link of screen.getAllByRole('link', { name: 'Envasadora Serra Azul' }))
    expect(link.getAttribute('href')).toBe(
      '/perfil-empresa/envasadora-serra-azul-0198f0c0-0000-7000-8000-00000000000a',
    )
})

test('a hidden company is confidential and leads nowhere', async () => {
  const { container } = await show({ company: null })
  expect(container.textContent).toContain('Publicado por Empresa Confidencial em')
  expect(screen.queryByRole('link')).toBeNull()
})

test('shows every required skill by its label', async () => {
  await show()
  expect(screen.getAllByRole('listitem').map((item) => item.textContent)).toEqual(
    SKILLS.map((skill) => skill.label),
  )
})

test('shows budget, deadline, level and how many proposals came', async () => {
  await show()
  expect(facts()).toEqual([
    ['Orçamento', 'R$ 45.000 – R$ 60.000'],
    ['Prazo', '45 dias (até 29/12/2026)'],
    ['Início previsto', '01/12/2026'],
    ['Modalidade', 'Presencial'],
    ['Local', 'Jundiaí/SP'],
    ['Nível de Experiência', 'Especialista'],
    ['Propostas Recebidas', '2'],
  ])
})

test('a deadline without a date stands alone', async () => {
  await show({ deadline_on: null })
  expect(facts()[1]).toEqual(['Prazo', '45 dias'])
})

test('a project that says nothing of place and dates looks whole', async () => {
  await show({ city: null, state: null, work_mode: null, starts_on: null, deadline_on: null })
  expect(facts().map(([name]) => name)).toEqual([
    'Orçamento',
    'Prazo',
    'Nível de Experiência',
    'Propostas Recebidas',
  ])
})

test('offers what may be done about it', async () => {
  await show()
  expect(screen.getByRole('button', { name: 'Enviar Proposta' })).toBeTruthy()
})

test('Voltar returns to where one came from', async () => {
  window.history.replaceState({ idx: 1 }, '')
  const { pathname } = await show()
  await userEvent.click(screen.getByRole('button', { name: 'Voltar' }))
  expect(pathname()).toBe('/dashboard')
})

test('Voltar leads who opened the link to the directory', async () => {
  const { pathname } = await show()
  await userEvent.click(screen.getByRole('button', { name: 'Voltar' }))
  expect(pathname()).toBe('/projetos')
})
