import type { QueryClient, QueryKey } from '@tanstack/react-query'
import { keys } from '@/api/keys'

/** The keys that each event makes stale: the thing itself, and every view or count of it. */
export const after = {
  /** Events during a lost connection were never announced, so everything is stale. */
  reconnecting: [[]],
  /** Queries that announcements keep current, but that were read before the subscription began. */
  connecting: [
    keys.notifications.all,
    keys.conversations.all,
    ['messages'],
    keys.proposals.all,
    keys.contracts.all,
    keys.disputes.all,
    keys.turns.all,
  ],
  /** A registration was completed. */
  registration: (userId: string) => [keys.ownProfile(userId)],
  ownProfileNews: (userId: string) => [keys.ownProfile(userId)],
  /** The members of an organisation, or their roles, changed. */
  teamNews: [keys.organisations.all],
  /** The person switched to another party. */
  membershipNews: (userId: string) => [keys.ownProfile(userId), keys.organisations.all, keys.turns.all],
  profileChange: (userId: string) => [
    keys.ownProfile(userId),
    keys.profiles.all,
    keys.onboarding.all,
    keys.matches.all,
  ],
  portfolioChange: [keys.portfolio.all, keys.profiles.all, keys.onboarding.all, keys.proposals.figures],
  /** A company's page and the proposals name projects, and publishing the first is an onboarding step. */
  projectChange: [
    keys.projects.all,
    keys.matches.all,
    keys.proposals.all,
    keys.profiles.all,
    keys.onboarding.all,
    keys.activity.all,
    keys.turns.all,
  ],
  /** Somebody else changed a project whose page is open. */
  projectNews: [keys.projects.all, keys.matches.all, keys.proposals.all, keys.questions.all],
  /** Closing a project under way changes or ends its contract. */
  projectClosing: [
    keys.projects.all,
    keys.proposals.all,
    keys.contracts.all,
    keys.profiles.all,
    keys.activity.all,
    keys.turns.all,
  ],
  proposalSending: [
    keys.proposals.all,
    keys.projects.all,
    keys.matches.all,
    keys.profiles.all,
    keys.activity.all,
    keys.invitations.all,
  ],
  /** A decision on a proposal changes its project, and may create a contract. */
  proposalDecision: [keys.proposals.all, keys.projects.all, keys.contracts.all, keys.turns.all],
  /** A company's note on a proposal that it compares. */
  noteChange: [keys.proposals.all],
  proposalNews: [keys.proposals.all, keys.projects.own, keys.turns.all],
  /** An invitation to propose, or its answer. */
  invitationChange: [keys.invitations.all, keys.turns.all],
  /** A question on a project, or its answer. */
  questionChange: [keys.questions.all, keys.turns.all],
  /** A step of a contract changes its project and what both sides may do next. */
  contractStep: [keys.contracts.all, keys.projects.all, keys.proposals.all, keys.finance.all, keys.turns.all],
  /** The end of a dispute changes its milestone and its contract. */
  disputeStep: [
    keys.disputes.all,
    keys.contracts.all,
    keys.projects.all,
    keys.proposals.all,
    keys.finance.all,
    keys.desk.all,
    keys.turns.all,
  ],
  /** A statement in a dispute changes nothing else. */
  disputeEntry: [keys.disputes.all, keys.turns.all],
  /** A document was added to a contract. */
  contractFile: (contractId: string) => [
    keys.contracts.files(contractId),
    keys.contracts.attached(contractId),
  ],
  favouriteChange: [keys.favourites.all],
  /** What a criterion counts changes every match. */
  matchWeights: [keys.matches.all, keys.admin.all],
  hiddenChange: [keys.hidden.all, keys.matches.all],
  savedSearchChange: [keys.searches.all],
  /** A payout was requested, sent or refused. */
  payoutStep: [keys.finance.all],
  /** The state of the account that a professional is paid into. */
  receiverNews: [keys.finance.all, keys.turns.all],
  /** Money moved, or does not reconcile, somewhere in the market. */
  moneyNews: [keys.desk.all],
  /** An administrator's action, which is also in the audit log. */
  deskStep: [keys.desk.all, keys.admin.all],
  /** A todo was deferred or resumed. */
  turnDeferral: [keys.turns.all],
  /** A review changes ratings and the list of contracts to review. */
  reviewChange: [keys.reviews.all, keys.contracts.all, keys.profiles.all, keys.turns.all],
  messageSending: (ownId: string) => [keys.conversations.of(ownId)],
  conversationNews: (ownId: string) => [
    keys.conversations.list(ownId),
    keys.conversations.voices(ownId),
    keys.turns.all,
  ],
  notificationChange: [keys.notifications.all, keys.turns.all],
  sessionEnd: [keys.settings.sessions],
  calendarLinkChange: [keys.settings.calendar],
  addressChange: [['settings', 'account']],
  deviceChange: (profileId: string) => [keys.settings.device(profileId)],
  /** A correction of a CPF or CNPJ was requested or withdrawn. */
  correctionStep: [keys.settings.numbers.all],
  secondFactor: [keys.settings.secondFactor, keys.settings.sessions],
  siteImageChange: [keys.siteImages.all, keys.admin.all],
  adminNews: [keys.admin.all],
  correctionDecision: [keys.admin.all],
  ownerRemovalDecision: [keys.admin.all],
  withheldDecision: [keys.admin.all],
  /** Blocked users and closed projects disappear for everybody. */
  unsealing: [keys.admin.all],
  moderation: [keys.admin.all, keys.profiles.all, keys.projects.all],
}

/** The only way to invalidate queries: `invalidate(queryClient, after.contractStep)`. */
export async function invalidate(queryClient: QueryClient, stale: readonly QueryKey[]): Promise<void> {
  await Promise.all(stale.map((queryKey) => queryClient.invalidateQueries({ queryKey })))
}

/**
 * Refetches the active queries that failed or may have missed changes. A query that is being fetched is
 * left alone.
 */
export async function healFailures(queryClient: QueryClient): Promise<void> {
  await queryClient.refetchQueries({
    type: 'active',
    predicate: ({ state }) => state.fetchStatus === 'idle',
  })
}
