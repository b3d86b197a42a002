import { screen } from '@testing-library/react'
import userEvent from '@testing-library/user-event'
import { beforeEach, expect, test, vi } from 'vitest'
import type { MemberRole } from '@/api/rights'
import { colleague } from '@/api/session/test-member'
import { serve } from '@/api/test-server'
import { stubSharedContent } from '@/api/device/test-share-target'
import type * as Session from '@/api/session/session'
import { readDraft } from '@/lib/device/drafts'
import { renderAt } from '@/lib/test-render'
import { SharePage } from '@/pages/share'

const COMPANY = { id: 'serra', role: 'company', name: 'Serra Azul' } as const
const somebody = vi.hoisted((): { role: MemberRole } => ({ role: 'buyer' }))
vi.mock('@/api/session/session', async (original) => ({
  ...(await original<typeof Session>()),
  usePerson: () => colleague(somebody.role, COMPANY),
}))

const ROW = {
  partner_id: 'rafael',
  partner: { id: 'rafael', name: 'Rafael Nunes', role: 'professional', status: 'active', is_party: true },
  party: null,
  unread_count: 0,
  last_from_id: 'rafael',
  last_content: 'Bom dia',
  last_files_count: 0,
  last_at: '2026-11-20T12:00:00Z',
}

beforeEach(() => {
  localStorage.clear()
  serve({ conversations: [ROW] })
})

test('what was shared is shown, and a conversation takes it along', async () => {
  stubSharedContent('Relé queimado', { 'laudo.pdf': 'xx' })
  renderAt(<SharePage />)
  await screen.findByText('Relé queimado')
  screen.getByText('laudo.pdf')
  const place = await screen.findByRole('link', { name: /Rafael Nunes/ })
  expect(place.getAttribute('href')).toBe('/dashboard/mensagens/rafael?compartilhado=sim')
})

test('of more than eight conversations one is found by name, by the server and not among what is loaded', async () => {
  const nine = Array.from({ length: 9 }, (_, index) => ({ ...ROW, partner_id: `p${String(index)}` }))
  serve({
    conversations: ({ query }) =>
      query['person.name'] === undefined
        ? nine
        : [{ ...ROW, partner_id: 'iara', partner: { ...ROW.partner, name: 'Iara Melo' } }],
  })
  stubSharedContent('Relé queimado')
  renderAt(<SharePage />)
  await userEvent.type(await screen.findByRole('searchbox', { name: 'Buscar conversa por nome' }), 'iara')
  const place = await screen.findByRole('link', { name: /Iara Melo/ })
  expect(place.getAttribute('href')).toBe('/dashboard/mensagens/iara?compartilhado=sim')
  expect(screen.queryByRole('link', { name: /Rafael Nunes/ })).toBeNull()
  serve({ conversations: [] })
  await userEvent.type(screen.getByRole('searchbox'), ' souza')
  await screen.findByText('Ninguém com quem você conversou se chama “iara souza”.')
})

test('few conversations need no search', async () => {
  stubSharedContent('Relé queimado')
  renderAt(<SharePage />)
  await screen.findByRole('link', { name: /Rafael Nunes/ })
  expect(screen.queryByRole('searchbox')).toBeNull()
})

test('a company publishes with the text, after what its draft says already', async () => {
  const shared = stubSharedContent('Trocar o CLP da linha 2')
  const draft = 'projeto-novo:serra:beatriz'
  localStorage.setItem(
    `automacao-rascunho:${draft}`,
    JSON.stringify({ title: 'Linha 2', description: 'Parada em maio.' }),
  )
  const { pathname } = renderAt(<SharePage />)
  await userEvent.click(await screen.findByRole('button', { name: 'Publicar projeto com este texto' }))
  await vi.waitFor(() => expect(pathname()).toBe('/dashboard/projetos/novo'))
  expect(readDraft(draft)).toEqual({
    title: 'Linha 2',
    description: 'Parada em maio.\n\nTrocar o CLP da linha 2',
  })
  expect(shared.isThere()).toBe(false)
})

test('who may not publish is not offered to, and nothing shared says how to', async () => {
  somebody.role = 'reader'
  stubSharedContent('Trocar o CLP')
  renderAt(<SharePage />)
  await screen.findByText('Trocar o CLP')
  expect(screen.queryByRole('button', { name: /Publicar/ })).toBeNull()
  stubSharedContent('')
  renderAt(<SharePage />)
  await screen.findByText('Nada para compartilhar')
})
