import type { QueryKey } from '@tanstack/react-query'
import { matchPath } from 'react-router'
import { after } from '@/api/keys'
import type { Role } from '@/api/session/profile'
import type { TableName } from '@/api/tables'
import { ROUTES } from '@/lib/routes'
import { idOf } from '@/lib/text/words'

/**
 * Rows of a table whose changes are heard, and the answers that they make stale. A filter names the
 * person, the party or the deal wherever a column does: the server then asks about fewer rows.
 */
export type LiveTable = { table: TableName; filter?: string; stale: readonly QueryKey[] }

type Party = { id: string; role: Role }

/** What belongs to the party: everybody who acts for it hears of it. */
export function liveTablesOfParty(profileId: string, { id, role }: Party): LiveTable[] {
  const heard: LiveTable[] = [
    { table: 'memberships', filter: `organisation_id=eq.${id}`, stale: after.teamNews },
    { table: 'invitations', filter: `organisation_id=eq.${id}`, stale: after.teamNews },
    { table: 'owner_removals', filter: `organisation_id=eq.${id}`, stale: after.teamNews },
    { table: 'reviews', filter: `subject_id=eq.${id}`, stale: after.reviewChange },
    { table: 'reviews', filter: `author_id=eq.${id}`, stale: after.reviewChange },
    // Disputes name no party: the server shows each what they may read.
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

/** What both sides of deals hear. Rows that name no party the server shows to their sides alone. */
function sideTables(id: string, role: Role): LiveTable[] {
  return [
    { table: 'contracts', filter: `${role}_id=eq.${id}`, stale: after.contractStep },
    { table: 'corrections', filter: `party_id=eq.${id}`, stale: after.correctionStep },
    // Whatever happens to a milestone or its payment is in the log.
    { table: 'contract_events', stale: after.contractStep },
    // A result that is recorded is no step of the contract, but the next version of its list.
    { table: 'checklists', stale: after.contractStep },
    { table: 'amendments', stale: after.contractStep },
    // What is said of taxes is in no log of a contract either.
    { table: 'invoices', stale: after.contractStep },
    { table: 'withholdings', stale: after.contractStep },
    { table: 'withholding_proofs', stale: after.contractStep },
    // Nobody is told who asked, so a question names no party.
    { table: 'project_questions', stale: after.questionChange },
    { table: 'proposal_terms', stale: after.proposalNews },
  ]
}

function companyTables(id: string): LiveTable[] {
  return [
    { table: 'projects', filter: `company_id=eq.${id}`, stale: after.projectChange },
    { table: 'proposal_notes', filter: `company_id=eq.${id}`, stale: after.noteChange },
    // A proposal does not name its company.
    { table: 'proposals', stale: after.proposalNews },
  ]
}

function professionalTables(id: string): LiveTable[] {
  return [
    { table: 'proposals', filter: `professional_id=eq.${id}`, stale: after.proposalNews },
    // What the institution says of a payout is in no log of a contract.
    { table: 'payouts', filter: `party_id=eq.${id}`, stale: after.payoutStep },
    { table: 'receivers', filter: `party_id=eq.${id}`, stale: after.receiverNews },
  ]
}

/** The one deal or project that a page is about: its kind and id. */
export function pageSubject(pathname: string): string | undefined {
  const contractId = keyIn(ROUTES.contract, pathname)
  if (contractId !== undefined) return `contract:${contractId}`
  const projectId = PROJECT_PAGES.map((page) => keyIn(page, pathname)).find((id) => id !== undefined)
  return projectId === undefined ? undefined : `project:${projectId}`
}

/** What is heard only while a page about one deal or one project is open. */
export function liveTablesOfPage(page: string): LiveTable[] {
  const [kind, id = ''] = page.split(':')
  return kind === 'contract' ? contractTables(id) : projectTables(id)
}

/** Not the page that edits one: what somebody is writing is not replaced. */
const PROJECT_PAGES = [ROUTES.project, ROUTES.projectProposals, ROUTES.equalisation]

/** The id in an address that begins with a route, undefined where it does not or names none. */
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
    { table: 'project_revisions', filter: `project_id=eq.${id}`, stale: after.projectNews },
  ]
}
