import { expect, test } from 'vitest'
import { activeParty, partiesOf, type MembershipRow } from '@/api/session/party'
import { alone } from '@/api/session/test-member'

const { profile: MARINA } = alone({ id: 'marina', name: 'Marina Alves' })
const { profile: SERRA } = alone({ id: 'serra', role: 'company', name: 'Serra Azul' })

function membership(id: string, role: string, changes: Partial<MembershipRow['organisation']> = {}) {
  const party = { ...SERRA, id, name: `Perfil de ${id}` }
  return { role, organisation: { id, role: 'company', legal_name: `Razão de ${id}`, party, ...changes } }
}

function names(parties: ReturnType<typeof partiesOf>) {
  return parties.map(({ party, role, isOrganisation }) => [party.id, role, isOrganisation])
}

test('who works alone is a party of one, with every right', () => {
  const [own, ...others] = partiesOf(MARINA, [])
  expect([own?.party, own?.rights.length, others]).toEqual([MARINA, 6, []])
})

test('who works alone and belongs to a company has both, his own first', () => {
  expect(names(partiesOf(MARINA, [membership('serra', 'buyer')]))).toEqual([
    ['marina', 'owner', false],
    ['serra', 'buyer', true],
  ])
})

test('a founder acts for his organisation first, in whatever order he joined others', () => {
  expect(names(partiesOf(SERRA, [membership('vale', 'reader'), membership('serra', 'owner')]))).toEqual([
    ['serra', 'owner', true],
    ['vale', 'reader', true],
  ])
})

test('an invited colleague is nobody’s party but the organisation’s', () => {
  const beatriz = { ...MARINA, is_party: false }
  expect(names(partiesOf(beatriz, [membership('serra', 'finance')]))).toEqual([['serra', 'finance', true]])
})

test('a founder who left, and whose organisation goes on, belongs to nothing', () => {
  expect(partiesOf({ ...SERRA, contact_id: 'rafael' }, [])).toEqual([])
})

test('a blocked organisation keeps its legal name for its members', () => {
  const [blocked] = partiesOf({ ...MARINA, is_party: false }, [
    membership('serra', 'reader', { party: null }),
  ])
  expect(blocked?.party).toMatchObject({
    id: 'serra',
    name: 'Razão de serra',
    status: 'blocked',
    role: 'company',
  })
})

test('the chosen party counts while one belongs to it, else the first', () => {
  const parties = partiesOf(MARINA, [membership('serra', 'buyer')])
  const chosen = ['serra', 'deixada', undefined].map((id) => activeParty(parties, id)?.party.id)
  expect(chosen).toEqual(['serra', 'marina', 'marina'])
  expect(activeParty([], 'serra')).toBeUndefined()
})
