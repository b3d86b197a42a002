import { screen, within } from '@testing-library/react'
import userEvent from '@testing-library/user-event'
import { expect, test } from 'vitest'
import { askedOf, serve, type Answers } from '@/api/test-server'
import { inWords } from '@/features/admin/audit'
import { ModerateProjects } from '@/features/admin/reports/moderate-projects'
import { likePattern } from '@/features/admin/text'
import { Users } from '@/features/admin/users/users'
import { renderAt } from '@/lib/test-render'

function project(id: string, title: string) {
  return {
    id,
    number: 1,
    title,
    description: 'Descrição',
    created_at: '2026-11-20T12:00:00Z',
    proposals_count: 0,
    owner: { company: { name: 'Serra Azul' } },
  }
}

function user(id: string, name: string, status: 'active' | 'blocked') {
  const profile = { id, name, role: 'professional', status, avatar_url: null, avatar_seed: id }
  return { profile_id: id, email: `${id}@exemplo.com`, created_at: '2026-11-01T12:00:00Z', profile }
}

const REFUSAL = { status: 409, body: { code: 'project_not_open', message: 'O projeto não está aberto.' } }

function open(answers: Answers) {
  serve({ projects: [project('p1', 'Um'), project('p2', 'Dois'), project('p3', 'Três')], ...answers })
}

test('several projects are closed at once with one reason, and a refused one is named', async () => {
  open({ 'rpc/close_project': ({ body }) => (JSON.stringify(body).includes('p2') ? REFUSAL : { body: {} }) })
  renderAt(<ModerateProjects />)
  await userEvent.click(await screen.findByRole('checkbox', { name: 'Selecionar Um' }))
  await userEvent.click(screen.getByRole('checkbox', { name: 'Selecionar Dois' }))
  await userEvent.click(screen.getByRole('button', { name: 'Encerrar' }))
  const dialog = within(screen.getByRole('dialog', { name: 'Encerrar 2 projetos?' }))
  await userEvent.type(dialog.getByRole('textbox'), 'Anúncio repetido.')
  await userEvent.click(dialog.getByRole('button', { name: 'Encerrar todos' }))
  const told = await screen.findByRole('alert')
  expect(told.textContent).toContain('1 feitos, 1 recusados')
  expect(within(told).getByRole('listitem').textContent).toMatch(/^Dois: /)
  expect(askedOf('rpc/close_project').map(({ body }) => body)).toEqual([
    { project_id: 'p1', reason: 'Anúncio repetido.' },
    { project_id: 'p2', reason: 'Anúncio repetido.' },
  ])
  expect(screen.queryByRole('group', { name: 'Ações em lote' })).toBeNull()
})

test('blocks every selected user except those already blocked and the administrator', async () => {
  serve({
    accounts: [user('u1', 'Uma', 'active'), user('u2', 'Dois', 'blocked'), user('me', 'Eu', 'active')],
    'rpc/block_user': { body: { status: 'blocked' } },
  })
  renderAt(<Users ownId="me" />)
  await userEvent.click(await screen.findByRole('checkbox', { name: /Selecionar todos/ }))
  expect(screen.getByText('2 usuários selecionados')).toBeTruthy()
  await userEvent.click(screen.getByRole('button', { name: 'Bloquear 1' }))
  await userEvent.click(await screen.findByRole('button', { name: 'Bloquear todos' }))
  expect(askedOf('rpc/block_user').map(({ body }) => body)).toEqual([{ user_id: 'u1' }])
  expect(screen.getByRole<HTMLButtonElement>('checkbox', { name: 'Selecionar Eu' }).disabled).toBe(true)
})

test('a search is folded in the same way as the index', () => {
  expect(likePattern(' José ÇÃO ')).toBe('%jose cao%')
})

test('wildcards of LIKE are escaped', () => {
  expect(likePattern('100%_a\\b')).toBe('%100\\%\\_a\\\\b%')
})

test('details are shown in words', () => {
  expect(inWords({ status: 'upheld', decision: 'Perfil falso' })).toBe('Procede · Perfil falso')
  expect(inWords({ reason: 'O ajuste foi feito.', status: 'decided', professional_percent: 30 })).toBe(
    'O ajuste foi feito. · Decidida, cabe recurso · 30% para o profissional',
  )
  expect(inWords({ to: 'buyer', from: 'reader', person_id: 'd1c4' })).toBe('Comercial · Leitor')
  expect(inWords({})).toBe('')
})
