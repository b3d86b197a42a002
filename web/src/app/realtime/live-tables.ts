import type { QueryKey } from '@tanstack/react-query'
import { matchPath } from 'react-router'
import { after } from '@/api/invalidation'
import type { Role } from '@/api/session/party'
import type { TableName } from '@/api/tables'
import { ROUTES } from '@/lib/routes'
import { idOf } from '@/lib/text/words'

/**
 * A table to subscribe to, and the keys that its changes make stale. A filter names the person, the
 * party or the deal wherever a column does, so that the server checks fewer rows.
 */
export type LiveTable = { table: TableName; filter?: string; stale: readonly QueryKey[] }

type Party = { id: string; role: Role }

/** The tables of a party: all its members subscribe to them. */
export function liveTablesOfParty(profileId: string, { id, role }: Party): LiveTable[] {
  const heard: LiveTable[] = [
    { table: 'memberships', filter: `organisation_id=eq.${id}`, stale: after.teamNews },
    { table: 'invitations', filter: `organisation_id=eq.${id}`, stale: after.teamNews },
    { table: 'owner_removals', filter: `organisation_id=eq.${id}`, stale: after.teamNews },
    { table: 'reviews', filter: `subject_id=eq.${id}`, stale: after.reviewChange },
    { table: 'reviews', filter: `author_id=eq.${id}`, stale: after.reviewChange },
    // Disputes have no column for a party; row-level security decides who receives them.
    { table: 'disputes', stale: after.disputeStep },
    { table: 'dispute_entries', stale: after.disputeEntry },
  ]
  if (id !== profileId)
    heard.push({ table: 'profiles', filter: `id=eq.${id}`, stale: after.ownProfileNews(profileId) })
  if (role === 'admin') return [...heard, ...ADMINISTRATOR_TABLES]
  return [
    ...heard,
    ...sideTables(id, role),
    ...(role === 'company' ? companyTables(id) : professionalTables(id)),
  ]
}

const ADMINISTRATOR_TABLES: readonly LiveTable[] = [
  { table: 'reports', stale: after.adminNews },
  { table: 'corrections', stale: after.adminNews },
  { table: 'owner_removals', stale: after.adminNews },
  { table: 'withholding_proofs', stale: after.adminNews },
  { table: 'charges', stale: after.moneyNews },
  { table: 'payouts', stale: after.moneyNews },
  { table: 'direct_payments', stale: after.moneyNews },
  { table: 'reconciliation_differences', stale: after.moneyNews },
]

/**
 * The tables of both sides of deals. Where rows name no party, row-level security decides who receives
 * them.
 */
function sideTables(id: string, role: Role): LiveTable[] {
  return [
    { table: 'contracts', filter: `${role}_id=eq.${id}`, stale: after.contractStep },
    { table: 'corrections', filter: `party_id=eq.${id}`, stale: after.correctionStep },
    // Every event of a milestone or its payment is in the log.
    { table: 'contract_events', stale: after.contractStep },
    // A recorded result is not a step of the contract, but a new version of its list.
    { table: 'checklists', stale: after.contractStep },
    { table: 'amendments', stale: after.contractStep },
    // Taxes are not in the log of a contract either.
    { table: 'invoices', stale: after.contractStep },
    { table: 'withholdings', stale: after.contractStep },
    { table: 'withholding_proofs', stale: after.contractStep },
    // The asker of a question stays secret, so the row names no party.
    { table: 'project_questions', stale: after.questionChange },
    { table: 'proposal_terms', stale: after.proposalNews },
  ]
}

function companyTables(id: string): LiveTable[] {
  return [
    { table: 'projects', filter: `company_id=eq.${id}`, stale: after.projectChange },
    { table: 'proposal_notes', filter: `company_id=eq.${id}`, stale: after.noteChange },
    // A proposal and an invitation have no column for their company.
    { table: 'proposals', stale: after.proposalNews },
    { table: 'invitations_to_propose', stale: after.invitationChange },
  ]
}

function professionalTables(id: string): LiveTable[] {
  return [
    { table: 'proposals', filter: `professional_id=eq.${id}`, stale: after.proposalNews },
    {
      table: 'invitations_to_propose',
      filter: `professional_id=eq.${id}`,
      stale: after.invitationChange,
    },
    // The institution's answers about a payout are in no log of a contract.
    { table: 'payouts', filter: `party_id=eq.${id}`, stale: after.payoutStep },
    { table: 'receivers', filter: `party_id=eq.${id}`, stale: after.receiverNews },
  ]
}

/** The kind and the id of the deal or project that a page is about. */
export function pageSubject(pathname: string): string | undefined {
  const contractId = keyIn(ROUTES.contract, pathname)
  if (contractId !== undefined) return `contract:${contractId}`
  const projectId = PROJECT_PAGES.map((page) => keyIn(page, pathname)).find((id) => id !== undefined)
  return projectId === undefined ? undefined : `project:${projectId}`
}

/** The tables to subscribe to while the page of one deal or project is open. */
export function liveTablesOfPage(page: string): LiveTable[] {
  const [kind, id = ''] = page.split(':')
  return kind === 'contract' ? contractTables(id) : projectTables(id)
}

/** The edit page is not among them: what somebody is writing must not be replaced. */
const PROJECT_PAGES = [ROUTES.project, ROUTES.projectProposals, ROUTES.equalisation]

/** The id in an address that starts with a route; undefined if there is none. */
function keyIn(route: string, pathname: string): string | undefined {
  const key = Object.values(matchPath({ path: route, end: false }, pathname)?.params ?? {})[0]
  const id = idOf(key)
  return /^[0-9a-f-]{36}$/i.test(id) ? id : undefined
}

function contractTables(id: string): LiveTable[] {
  const tables = ['milestones', 'deal_files', 'checklist_items', 'direct_payments'] as const
  return tables.map((table) => ({ table, filter: `contract_id=eq.${id}`, stale: after.contractStep }))
}

function projectTables(id: string): LiveTable[] {
  return [
    { table: 'projects', filter: `id=eq.${id}`, stale: after.projectNews },
    { table: 'project_files', filter: `project_id=eq.${id}`, stale: after.projectNews },
    { table: 'project_io_lists', filter: `project_id=eq.${id}`, stale: after.projectNews },
    { table: 'project_revisions', filter: `project_id=eq.${id}`, stale: after.projectNews },
  ]
}
