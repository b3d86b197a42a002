import { screen } from '@testing-library/react'
import userEvent from '@testing-library/user-event'
import { expect, test, vi } from 'vitest'
import { askedOf, serve } from '@/api/test-server'
import { ENVASE } from '@/features/project/test-project'
import { renderAt } from '@/lib/test-render'
import { ProjectPage } from '@/pages/project'

vi.mock('@/api/session/session', () => ({ useSession: () => ({ status: 'signed-out' }) }))

function open(projectId = ENVASE.id) {
  renderAt(<ProjectPage />, { path: '/projetos/:projectId', entries: [`/projetos/${projectId}`] })
}

test('while it loads, the page says so', () => {
  serve({ projects: new Promise(() => undefined) })
  open()
  expect(screen.getByText('Carregando projeto…')).toBeTruthy()
})

test('an unknown project is not found, and leads to the others', async () => {
  serve({ projects: [] })
  open()
  expect(await screen.findByRole('heading', { level: 1, name: 'Projeto não encontrado' })).toBeTruthy()
  expect(screen.getByRole('link', { name: 'Ver projetos' }).getAttribute('href')).toBe('/projetos')
  expect(document.title).toBe('Projeto não encontrado · Automação - Indústria')
})

test('an address that can name no project asks for nothing', () => {
  serve()
  open('42')
  expect(screen.getByRole('heading', { level: 1 }).textContent).toBe('Projeto não encontrado')
  expect(askedOf('projects')).toEqual([])
})

test('a failure is no absence: it is drawn and tried again', async () => {
  serve({ projects: 500 })
  open()
  const retry = await screen.findByRole('button', { name: 'Tentar novamente' })
  expect(screen.queryByText('Projeto não encontrado')).toBeNull()
  serve({ projects: [ENVASE] })
  await userEvent.click(retry)
  expect(await screen.findByRole('heading', { level: 1, name: ENVASE.title })).toBeTruthy()
})

test('a project is shown under its title, with the way to propose', async () => {
  serve({ projects: [ENVASE] })
  open()
  expect(await screen.findByRole('heading', { level: 1, name: ENVASE.title })).toBeTruthy()
  expect(screen.getByRole('button', { name: 'Enviar Proposta' })).toBeTruthy()
  expect(document.title).toBe('Migração da linha de envase · Automação - Indústria')
})

test('a visitor reads no questions', async () => {
  serve({ projects: [ENVASE] })
  open()
  await screen.findByRole('heading', { level: 1 })
  expect(screen.queryByRole('heading', { name: 'Perguntas e respostas' })).toBeNull()
  expect(askedOf('project_questions')).toEqual([])
})
