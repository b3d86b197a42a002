import { QueryClient } from '@tanstack/react-query'
import { skillsQuery } from '@/api/directory/skills'
import {
  attachedFilesQuery,
  contractEventsQuery,
  type ContractEvent,
} from '@/features/contract/record-queries'
import type { Message } from '@/features/message/queries'
import { MARINA } from '@/features/profile/test-profiles'
import { ENVASE, SKILLS } from '@/features/project/test-project'
import type { OwnProposal } from '@/features/proposal/own/own-queries'
import type { ProjectProposal } from '@/features/proposal/queries'
import { MESSAGE } from '@/features/message/test-message'
import { versionsQuery } from '@/features/proposal/terms/terms'
import { PLAIN } from '@/features/proposal/test-terms'
import { todosQuery, type Todo } from '@/features/todo/queries'
import { LONG_TEXT, LONG_WORD } from '@/dev/specimen'

/** The data of the specimens: the cast of the tests, at one fixed moment. */
const THEN = '2026-11-20T12:05:00Z'

export const CONVERSED: Message = {
  ...MESSAGE,
  content: 'Bom dia.\nPosso visitar a linha na terça-feira?',
  timestamp: THEN,
}

export const PROPOSAL: ProjectProposal = {
  ...PLAIN,
  id: 'o1',
  cover_letter: 'Já migrei três linhas iguais, sempre entre sábado e domingo.',
  status: 'pending',
  decline_reason: null,
  decline_cause: null,
  invites_new: false,
  project_revision: 1,
  decided_at: null,
  created_at: THEN,
  professional: { ...MARINA, avatar_url: null, status: 'active', removed_at: null },
}

export const OWN_PROPOSAL: OwnProposal = {
  ...PLAIN,
  id: 'o1',
  cover_letter: PROPOSAL.cover_letter,
  status: 'pending',
  decline_reason: null,
  invites_new: false,
  project_revision: 1,
  created_at: THEN,
  decided_at: null,
  project: { ...ENVASE, company: null },
}

const NONE: never[] = []

const EVENT: ContractEvent = {
  id: 'e2',
  action: 'deliver_milestone',
  to_status: 'delivered',
  milestone_id: 'm1',
  actor_id: 'marina',
  party_id: 'marina',
  reason: LONG_TEXT,
  created_at: THEN,
  actor: { name: 'Marina Alves' },
  milestone: { position: 1, title: 'Painel montado' },
}

const FILE = {
  id: 'f1',
  milestone_id: 'm1',
  purpose: 'delivery',
  name: `${LONG_WORD}.zip`,
  bytes: 12_345_678,
  sha256: '9f86d081884c7d659a2feaa0c55ad015a3bf4f1b2b0b822cd15d6c15b0f00a08',
  version: 2,
  path: 'c1/programa.zip',
  created_at: THEN,
} as const

const TURN: Todo = {
  kind: 'approve',
  due_at: THEN,
  since: '2026-11-10T12:00:00Z',
  contract_id: 'c1',
  project_id: 'p1',
  subject_id: 'm1',
  milestone_id: 'm1',
  number: 6,
  title: 'Migração da linha de envase',
  part: 'Painel montado',
  partner: 'Marina Alves',
  what: null,
  count: 1,
  value_cents: 3_200_000,
  partner_id: 'p2',
  matter: 'm1',
  may_defer: true,
  deferred_until: null,
  is_early: false,
}

const SKILLED = SKILLS.map((skill) => ({ ...skill, name: skill.label, area: 'Projeto' as const }))
const DELIVERY = [FILE, { ...FILE, id: 'f0', version: 1 }]
const TURNS = [
  TURN,
  { ...TURN, subject_id: 'm2', matter: 'm2', title: LONG_TEXT },
  { ...TURN, matter: 'm3', deferred_until: THEN, is_early: true },
]
const STARTED: ContractEvent = { ...EVENT, id: 'e1', action: 'start_contract', milestone: null, reason: null }

/** A query cache filled with the data of the specimens, so that none calls the server. */
export function knowingClient(): QueryClient {
  const client = new QueryClient({ defaultOptions: { queries: { staleTime: Infinity, retry: false } } })
  client.setQueryData(skillsQuery().queryKey, SKILLED)
  client.setQueryData(versionsQuery(PROPOSAL.id).queryKey, NONE)
  client.setQueryData(attachedFilesQuery('cheia').queryKey, DELIVERY)
  client.setQueryData(todosQuery('cheia').queryKey, TURNS)
  client.setQueryData(contractEventsQuery('cheia').queryKey, { pages: [[EVENT, STARTED]], pageParams: [0] })
  client.setQueryData(contractEventsQuery('vazia').queryKey, { pages: [[]], pageParams: [0] })
  return client
}
