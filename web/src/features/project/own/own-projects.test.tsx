import { screen, within } from '@testing-library/react'
import userEvent from '@testing-library/user-event'
import { expect, test } from 'vitest'
import { askedOf, serve } from '@/api/test-server'
import { OwnProjects } from '@/features/project/own/own-projects'
import type { Project } from '@/features/project/queries'
import type { ProjectStatus } from '@/features/project/text'
import { ENVASE, SKILLS } from '@/features/project/test-project'
import { renderAt } from '@/lib/test-render'

const CLOSED: Project = {
  ...ENVASE,
  id: 'p2',
  title: 'Inspeção por visão',
  status: 'closed',
  proposals_count: 1,
}

function show(
  projects: Project[],
  props: { max?: number; status?: ProjectStatus; mayPublish?: boolean; mayNegotiate?: boolean } = {},
) {
  serve({ projects: projects.map((project) => ({ answers: [], ...project })), skills: SKILLS })
  renderAt(<OwnProjects companyId="serra" mayNegotiate mayPublish {...props} />)
}

async function project(title: string) {
  const item = (await screen.findByRole('heading', { name: title })).closest('li')
  if (item === null) throw new Error('no list item')
  return item
}

function address(item: HTMLElement, name: string) {
  return within(item).getByRole('link', { name }).getAttribute('href')
}

test('while they load, it says so', () => {
  serve({ projects: new Promise(() => undefined) })
  renderAt(<OwnProjects companyId="serra" mayNegotiate mayPublish />)
  expect(screen.getByText('Carregando projetos…')).toBeTruthy()
})

test('a failure is drawn and tried again', async () => {
  serve({ projects: 500 })
  renderAt(<OwnProjects companyId="serra" mayNegotiate mayPublish />)
  const retry = await screen.findByRole('button', { name: 'Tentar novamente' })
  serve({ projects: [{ ...ENVASE, answers: [] }] })
  await userEvent.click(retry)
  expect(await screen.findByText(ENVASE.title)).toBeTruthy()
})

test('without a project it offers to publish the first', async () => {
  show([])
  expect(await screen.findByRole('heading', { name: 'Nenhum projeto publicado' })).toBeTruthy()
  expect(screen.getByRole('link', { name: 'Publicar Projeto' }).getAttribute('href')).toBe(
    '/dashboard/projetos/novo',
  )
})

test('asks for the own projects only, confidential ones included, newest first', async () => {
  show([])
  await screen.findByText('Nenhum projeto publicado')
  expect(
    askedOf('projects').map(({ query }) => [query['owner.company_id'], query.order, query.limit]),
  ).toEqual([['eq.serra', 'created_at.desc,id.desc', '12']])
})

test('shows budget, skills and how many proposals came', async () => {
  show([ENVASE])
  const item = within(await project(ENVASE.title))
  expect(item.getByText('R$ 45.000 – R$ 60.000')).toBeTruthy()
  expect(await item.findByText('Retrofit')).toBeTruthy()
  expect(item.getAllByRole('listitem').map((chip) => chip.textContent)).toEqual([
    'Retrofit',
    'CLP',
    'SCADA',
    'Redes',
    '+2 outras',
  ])
})

test('leads to the project and to its proposals, by their count', async () => {
  show([ENVASE, CLOSED])
  const open = await project(ENVASE.title)
  expect(address(open, ENVASE.title)).toBe(`/projetos/migracao-da-linha-de-envase-${ENVASE.id}`)
  expect(address(open, '2 propostas')).toBe(`/dashboard/projetos/${ENVASE.id}/propostas`)
  expect(address(await project(CLOSED.title), '1 proposta')).toBe('/dashboard/projetos/p2/propostas')
})

test('an open project can be edited, closed and deleted', async () => {
  show([ENVASE])
  const item = await project(ENVASE.title)
  expect(address(item, `Editar ${ENVASE.title}`)).toBe(`/dashboard/projetos/${ENVASE.id}/editar`)
  expect(
    within(item)
      .getAllByRole('button')
      .map((button) => button.textContent),
  ).toEqual(['Encerrar', 'Excluir'])
})

test('what somebody answered to, and be it withdrawn, is not offered for deletion', async () => {
  serve({ projects: [{ ...ENVASE, proposals_count: 0, answers: [{ id: 'o1' }] }], skills: SKILLS })
  renderAt(<OwnProjects companyId="serra" mayNegotiate mayPublish />)
  const item = within(await project(ENVASE.title))
  expect(item.getAllByRole('button').map((button) => button.textContent)).toEqual(['Encerrar'])
})

test.each([
  ['a closed one only deleted', 'closed', ['Excluir']],
  ['one under way is closed by the way out of its contract', 'in_progress', ['Encerrar']],
  ['a completed one neither', 'completed', []],
] as const)('%s', async (_, status, actions) => {
  show([{ ...ENVASE, status }])
  const item = within(await project(ENVASE.title))
  expect(item.queryByRole('link', { name: /^Editar/ })).toBeNull()
  expect(item.queryAllByRole('button').map((button) => button.textContent)).toEqual(actions)
})

test('a confidential project says so', async () => {
  show([{ ...ENVASE, is_confidential: true }])
  expect(within(await project(ENVASE.title)).getByText('Confidencial')).toBeTruthy()
})

test('shows no more than asked for, in the order given', async () => {
  show(
    ['Um', 'Dois', 'Três', 'Quatro'].map((title) => ({ ...ENVASE, id: title, title })),
    { max: 3 },
  )
  await screen.findByText('Um')
  expect(screen.getAllByRole('heading').map((heading) => heading.textContent)).toEqual(['Um', 'Dois', 'Três'])
})

test('a state that no project is in says so', async () => {
  show([], { status: 'completed' })
  expect(await screen.findByRole('heading', { name: 'Nenhum projeto nesta situação' })).toBeTruthy()
  expect(askedOf('projects').map(({ query }) => query.status)).toEqual(['eq.completed'])
})

test('whose role does not publish sees a project and its proposals, and changes nothing', async () => {
  show([ENVASE], { mayPublish: false })
  const item = await project(ENVASE.title)
  expect(within(item).queryAllByRole('button')).toEqual([])
  expect(within(item).queryByRole('link', { name: `Editar ${ENVASE.title}` })).toBeNull()
  expect(within(item).getByRole('link', { name: /propostas?$/ })).toBeTruthy()
})

test('whose role does not publish is offered no first project', async () => {
  show([], { mayPublish: false })
  await screen.findByRole('heading', { name: 'Nenhum projeto publicado' })
  expect(screen.queryByRole('link', { name: 'Publicar Projeto' })).toBeNull()
})

test('whose role ends no contracts closes no project under way', async () => {
  show([{ ...ENVASE, status: 'in_progress' }], { mayNegotiate: false })
  expect(within(await project(ENVASE.title)).queryAllByRole('button')).toEqual([])
})
