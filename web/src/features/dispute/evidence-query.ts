import { queryOptions } from '@tanstack/react-query'
import { request, requestClient } from '@/api/request/request'
import { keys } from '@/api/keys'
import type { Dispute } from '@/features/dispute/queries'
import type { Shown } from '@/features/dispute/steps'
import { formatDateTime } from '@/lib/format'

const BUCKET = 'deals'
const OFFERED_MAX = 15

/** Something that may be shown, in words one recognises it by. */
export type Choice = { shown: Shown; label: string }
type Choices = { events: Choice[]; checklists: Choice[]; files: Choice[]; messages: Choice[] }

/** What a person may attach: steps of the milestone, the contract's files, their own conversation. */
export function evidenceQuery(dispute: Dispute, personId: string, partnerId: string | undefined) {
  return queryOptions({
    queryKey: keys.disputes.evidence(dispute.id, personId),
    queryFn: async (): Promise<Choices> => {
      const [events, checklists, files, messages] = await Promise.all([
        eventsOf(dispute),
        checklistsOf(dispute),
        filesOf(dispute.contract_id),
        partnerId === undefined ? [] : messagesBetween(personId, partnerId),
      ])
      return { events, checklists, files, messages }
    },
  })
}

const STEP_WORDS: Readonly<Record<string, string>> = {
  deliver_milestone: 'Entrega',
  request_adjustments: 'Pedido de ajustes',
}

async function eventsOf({ milestone_id }: Dispute): Promise<Choice[]> {
  const events = await request((client) =>
    client
      .from('contract_events')
      .select('id, action, reason, created_at')
      .eq('milestone_id', milestone_id)
      .in('action', ['deliver_milestone', 'request_adjustments'])
      .order('created_at', { ascending: false })
      .limit(OFFERED_MAX),
  )
  return events.map(({ id, action, reason, created_at }) => ({
    shown: { kind: 'event', id },
    label: `${STEP_WORDS[action] ?? action} de ${formatDateTime(created_at)}${reason === null ? '' : `: ${reason}`}`,
  }))
}

const LIST_WORDS = { taf: 'TAF', tac: 'TAC', entrega: 'Lista de entrega' } as const
const LIST_STATES = {
  proposed: 'proposta',
  agreed: 'combinada',
  signed: 'assinada pelas duas partes',
} as const

/** Those of the milestone first; a contract has a few. */
async function checklistsOf({ contract_id, milestone_id }: Dispute): Promise<Choice[]> {
  const lists = await request((client) =>
    client
      .from('checklists')
      .select('id, kind, version, status, milestone_id, milestone:milestones!milestone_id(position, title)')
      .eq('contract_id', contract_id)
      .order('created_at')
      .limit(OFFERED_MAX),
  )
  const own = lists.filter((list) => list.milestone_id === milestone_id)
  const others = lists.filter((list) => list.milestone_id !== milestone_id)
  return [...own, ...others].map(({ id, kind, version, status, milestone }) => ({
    shown: { kind: 'checklist', id },
    label: `${LIST_WORDS[kind]} do marco ${milestone.position}, ${milestone.title}: versão ${version}, ${LIST_STATES[status]}`,
  }))
}

async function filesOf(contractId: string): Promise<Choice[]> {
  const files = await requestClient((client) =>
    client.storage
      .from(BUCKET)
      .list(contractId, { limit: OFFERED_MAX, sortBy: { column: 'created_at', order: 'desc' } }),
  )
  return files.map(({ name }) => ({
    shown: { kind: 'file', name: `${contractId}/${name}` },
    label: fileLabel(name),
  }))
}

async function messagesBetween(personId: string, partnerId: string): Promise<Choice[]> {
  const between = `and(from_id.eq.${personId},to_id.eq.${partnerId}),and(from_id.eq.${partnerId},to_id.eq.${personId})`
  const messages = await request((client) =>
    client
      .from('messages')
      .select('id, content, from_id, timestamp')
      .or(between)
      .eq('automatic', false)
      .order('timestamp', { ascending: false })
      .limit(OFFERED_MAX),
  )
  return messages.map(({ id, content, from_id, timestamp }) => ({
    shown: { kind: 'message', id },
    label: `${from_id === personId ? 'Você' : 'A outra parte'}, ${formatDateTime(timestamp)}: ${content}`,
  }))
}

/** What a file was called before it was given a name of its own. */
export function fileLabel(name: string): string {
  const [last = ''] = name.split('/').slice(-1)
  return last.replace(/^[0-9a-f]{16}-/, '')
}
