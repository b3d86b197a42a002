import { LINKS, ROUTES } from '@/lib/routes'
import { readableKey } from '@/lib/text/words'

export type AuthTab = 'login' | 'register'

/** The names of the parameters of a route. */
type KeyIn<Path extends string> = Path extends `${string}:${infer Name}/${infer Rest}`
  ? Name | KeyIn<Rest>
  : Path extends `${string}:${infer Name}`
    ? Name
    : never

/** A route with its parameters filled in. */
function to<Path extends string>(path: Path, keys: Readonly<Record<KeyIn<Path>, string>>): string {
  return fill(path, keys)
}

function fill(path: string, keys: Readonly<Record<string, string>>): string {
  return path.replace(/:(\w+)/g, (_, name: string) => encodeURIComponent(keys[name] ?? ''))
}

/** The only place that builds links, from the routes of routes.json. */
export const paths = {
  ...LINKS,
  professional: (userId: string, name?: string) =>
    to(ROUTES.professional, { userId: readableKey(userId, name) }),
  professionalProfile: (userId: string, name?: string) =>
    to(ROUTES.professionalProfile, { userId: readableKey(userId, name) }),
  company: (userId: string, name?: string) => to(ROUTES.company, { userId: readableKey(userId, name) }),
  project: (projectId: string, title?: string) =>
    to(ROUTES.project, { projectId: readableKey(projectId, title) }),
  auth: (tab?: AuthTab) => (tab ? `${ROUTES.auth}?tab=${tab}` : ROUTES.auth),
  conversation: (userId: string) => to(ROUTES.conversation, { userId }),
  /** A conversation, scrolled to one of its messages. */
  message: (userId: string, messageId: string) =>
    `${to(ROUTES.conversation, { userId })}?mensagem=${encodeURIComponent(messageId)}`,
  /** A conversation, with the shared content in its composer. */
  sharedWith: (userId: string) => `${to(ROUTES.conversation, { userId })}?compartilhado=sim`,
  /** The team, with the invitation dialog open. */
  invite: () => `${ROUTES.team}?convidar=sim`,
  // The token is in the fragment, which no server and no log receives.
  invitation: (token: string) => `${ROUTES.invitation}#${encodeURIComponent(token)}`,
  authInvited: (token: string, tab: AuthTab) =>
    `${ROUTES.auth}?tab=${tab}#convite=${encodeURIComponent(token)}`,
  /** A contract, at the section where a step is taken. */
  contract: (contractId: string, section?: string) =>
    `${to(ROUTES.contract, { contractId })}${section === undefined ? '' : `#${section}`}`,
  contractDocument: (contractId: string) => to(ROUTES.contractDocument, { contractId }),
  contractChecklist: (contractId: string, checklistId: string) =>
    to(ROUTES.contractChecklist, { contractId, checklistId }),
  dispute: (contractId: string, disputeId: string) => to(ROUTES.dispute, { contractId, disputeId }),
  editPortfolioProject: (itemId: string) => to(ROUTES.editPortfolioProject, { itemId }),
  editProject: (projectId: string) => to(ROUTES.editProject, { projectId }),
  projectProposals: (projectId: string) => to(ROUTES.projectProposals, { projectId }),
  equalisation: (projectId: string) => to(ROUTES.equalisation, { projectId }),
} as const

/** The sections of a contract's page that links lead to. */
export const SECTIONS = {
  invitations: 'convites',
  milestones: 'marcos',
  lists: 'listas',
  amendments: 'aditivos',
  termination: 'distrato',
  review: 'avaliar',
} as const

/** The anchor of the steps of a milestone. */
export function milestoneAnchor(milestoneId: string): string {
  return `marco-${milestoneId}`
}

/** The anchor of a milestone whose steps are shown above. */
export function deliveryAnchor(milestoneId: string): string {
  return `entrega-${milestoneId}`
}

/** The anchor of a milestone's invoice and taxes. */
export function fiscalAnchor(milestoneId: string): string {
  return `fiscal-${milestoneId}`
}

/**
 * The person who reads messages to a party: its founder, or whoever became its contact after the founder
 * left.
 */
export function contactOf(profile: { id: string; contact_id: string | null }): string {
  return profile.contact_id ?? profile.id
}

/** The public profile of a member; companies and other members have different routes. */
export function profilePath({ id, role, name }: { id: string; role: string; name: string }): string {
  return role === 'professional' ? paths.professionalProfile(id, name) : paths.company(id, name)
}
