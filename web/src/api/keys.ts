import type { QueryClient, QueryKey } from '@tanstack/react-query'
import type { DirectoryFilters } from '@/lib/navigation/use-directory-filters'

/** Every key of the query cache. `all` is the prefix of all keys of a noun. */
export const keys = {
  config: ['config'] as const,
  skills: ['skills'] as const,
  technologies: ['technologies'] as const,
  technologiesOf: (how: 'named' | 'suggested', of: string) => ['technologies', how, of] as const,
  ownProfile: (userId: string) => ['own-profile', userId] as const,
  registration: (userId: string) => ['registration', userId] as const,
  activity: {
    all: ['activity'] as const,
    of: (profileId: string) => ['activity', profileId] as const,
  },
  admin: {
    all: ['admin'] as const,
    users: (filters: Readonly<Record<string, string>>) => ['admin', 'users', filters] as const,
    reports: (status: string) => ['admin', 'reports', status] as const,
    audit: (action: string) => ['admin', 'audit', action] as const,
    overview: ['admin', 'overview'] as const,
    projects: (words: string | undefined) => ['admin', 'projects', words] as const,
    projectTitle: (projectId: string) => ['admin', 'project-title', projectId] as const,
    activity: (days: number) => ['admin', 'activity', days] as const,
    contract: (number: number) => ['admin', 'contract', number] as const,
    documentConflicts: ['admin', 'document-conflicts'] as const,
    corrections: ['admin', 'corrections'] as const,
    ownerRemovals: ['admin', 'owner-removals'] as const,
    withheldProofs: ['admin', 'withheld-proofs'] as const,
    registrations: ['admin', 'registrations'] as const,
  },
  contracts: {
    all: ['contracts'] as const,
    of: (projectOrProposalId: string) => ['contracts', 'of', projectOrProposalId] as const,
    one: (id: string) => ['contracts', 'one', id] as const,
    list: (partyId: string, filter: object) => ['contracts', 'list', partyId, filter] as const,
    waiting: (partyId: string) => ['contracts', 'waiting', partyId] as const,
    between: (partyId: string, partnerId: string) => ['contracts', 'between', partyId, partnerId] as const,
    found: (partyId: string, words: string, limit: number) =>
      ['contracts', 'found', partyId, words, limit] as const,
    document: (contractId: string) => ['contracts', 'document', contractId] as const,
    files: (contractId: string) => ['contracts', 'files', contractId] as const,
    attached: (contractId: string) => ['contracts', 'attached', contractId] as const,
    amendments: (contractId: string) => ['contracts', 'amendments', contractId] as const,
    checklist: (checklistId: string) => ['contracts', 'checklist', checklistId] as const,
    checklists: (contractId: string) => ['contracts', 'checklists', contractId] as const,
    fiscal: (contractId: string) => ['contracts', 'fiscal', contractId] as const,
    issItems: (milestoneId: string) => ['contracts', 'iss-items', milestoneId] as const,
    pix: (milestoneId: string) => ['contracts', 'pix', milestoneId] as const,
    binding: (projectId: string) => ['contracts', 'binding', projectId] as const,
    unreviewed: (memberId: string) => ['contracts', 'unreviewed', memberId] as const,
    events: (contractId: string) => ['contracts', 'events', contractId] as const,
  },
  conversations: {
    all: ['conversations'] as const,
    of: (ownerId: string) => ['conversations', ownerId] as const,
    list: (ownerId: string) => ['conversations', ownerId, 'list'] as const,
    found: (ownerId: string, words: string, limit: number) =>
      ['conversations', ownerId, 'found', words, limit] as const,
    unread: (ownerId: string) => ['conversations', ownerId, 'unread'] as const,
    voices: (ownerId: string) => ['conversations', ownerId, 'voices'] as const,
    voice: (ownerId: string, partnerId: string) => ['conversations', ownerId, 'voices', partnerId] as const,
  },
  desk: {
    all: ['desk'] as const,
    figures: ['desk', 'figures'] as const,
    list: (name: string) => ['desk', 'list', name] as const,
  },
  disputes: {
    all: ['disputes'] as const,
    one: (id: string) => ['disputes', 'one', id] as const,
    ofContract: (contractId: string) => ['disputes', 'of', contractId] as const,
    queue: (queue: string) => ['disputes', 'queue', queue] as const,
    evidence: (disputeId: string, personId: string) => ['disputes', 'evidence', disputeId, personId] as const,
  },
  /** With a message id: the part of the conversation around that message. */
  messages: (thread: string, messageId?: string) =>
    messageId === undefined ? ['messages', thread] : ['message', thread, messageId],
  messagePlace: (thread: string, messageId: string) => ['message-place', thread, messageId] as const,
  messageSearch: (words: string) => ['message-search', words] as const,
  conversationSearch: (partnerId: string, words: string) => ['message-search', partnerId, words] as const,
  messageSubject: (subjectId: string) => ['message-subject', subjectId] as const,
  messageFile: (path: string) => ['message-file', path] as const,
  notifications: {
    all: ['notifications'] as const,
    list: (profileId: string, kind: string) => ['notifications', profileId, 'list', kind] as const,
    unread: (profileId: string) => ['notifications', profileId, 'unread'] as const,
  },
  organisations: {
    all: ['organisations'] as const,
    members: (organisationId: string) => ['organisations', organisationId, 'members'] as const,
    invitations: (organisationId: string) => ['organisations', organisationId, 'invitations'] as const,
    ownerRemovals: (organisationId: string) => ['organisations', organisationId, 'owner-removals'] as const,
    firm: (organisationId: string) => ['organisations', organisationId, 'firm'] as const,
    invitation: (token: string) => ['organisations', 'invitation', token] as const,
  },
  favourites: {
    all: ['favourites'] as const,
    /** A kind of a person's favourites, or one by the id of what it is about. */
    of: (personId: string, part: string) => ['favourites', personId, part] as const,
  },
  finance: {
    all: ['finance'] as const,
    balance: (partyId: string) => ['finance', partyId, 'balance'] as const,
    owed: (partyId: string) => ['finance', partyId, 'owed'] as const,
    payouts: (partyId: string) => ['finance', partyId, 'payouts'] as const,
    receiver: (partyId: string) => ['finance', partyId, 'receiver'] as const,
    holder: (partyId: string) => ['finance', partyId, 'holder'] as const,
    invoices: (partyId: string) => ['finance', partyId, 'invoices'] as const,
    statement: (partyId: string, kind: string) => ['finance', partyId, 'statement', kind] as const,
    names: (contractIds: readonly string[]) => ['finance', 'names', contractIds] as const,
  },
  onboarding: {
    all: ['onboarding'] as const,
    of: (profileId: string) => ['onboarding', profileId] as const,
  },
  portfolio: {
    all: ['portfolio'] as const,
    list: (profileId: string) => ['portfolio', profileId, 'list'] as const,
    one: (profileId: string, id: string) => ['portfolio', profileId, 'one', id] as const,
    order: (profileId: string) => ['portfolio-order', profileId] as const,
  },
  profiles: {
    all: ['profiles'] as const,
    list: (filters: DirectoryFilters) => ['profiles', 'list', filters] as const,
    publisher: (id: string) => ['profiles', 'publisher', id] as const,
    found: (words: string) => ['profiles', 'found', words] as const,
    skillCounts: (words: string | undefined) => ['profiles', 'skill-counts', words] as const,
    recommended: (skills: readonly string[]) => ['profiles', 'recommended', skills] as const,
    professional: (id: string) => ['profiles', 'professional', id] as const,
    portfolio: (id: string) => ['profiles', 'portfolio', id] as const,
    technologies: (id: string) => ['profiles', 'technologies', id] as const,
    publicTechnologies: (id: string) => ['profiles', 'technologies', id, 'public'] as const,
    company: (id: string) => ['profiles', 'company', id] as const,
    partner: (id: string) => ['profiles', 'partner', id] as const,
    editable: (userId: string) => ['profiles', 'editable', userId] as const,
  },
  projects: {
    all: ['projects'] as const,
    cities: (state: string, kind: string) => ['projects', 'cities', state, kind] as const,
    knownCities: (words: string, state: string) => ['projects', 'known-cities', words, state] as const,
    list: (filters: DirectoryFilters) => ['projects', 'list', filters] as const,
    similar: (id: string, skills: readonly string[]) => ['projects', 'similar', id, skills] as const,
    files: (personId: string, id: string) => ['projects', 'files', personId, id] as const,
    ioLists: (personId: string, id: string) => ['projects', 'io-lists', personId, id] as const,
    found: (words: string) => ['projects', 'found', words] as const,
    foundOwn: (partyId: string, words: string) => ['projects', 'found-own', partyId, words] as const,
    skillCounts: (words: string | undefined) => ['projects', 'skill-counts', words] as const,
    recommended: (skills: readonly string[]) => ['projects', 'recommended', skills] as const,
    openOf: (companyId: string) => ['projects', 'open', companyId] as const,
    one: (id: string) => ['projects', 'one', id] as const,
    models: ['projects', 'models'] as const,
    scope: (id: string, revision: number) => ['projects', 'scope', id, revision] as const,
    scopeDraft: (scope: string) => ['projects', 'scope-draft', scope] as const,
    own: ['projects', 'own'] as const,
    pastScopes: (companyId: string) => ['projects', 'own', companyId, 'scopes'] as const,
    ownList: (companyId: string, status: string) => ['projects', 'own', companyId, 'list', status] as const,
    ownFigures: (companyId: string) => ['projects', 'own', companyId, 'figures'] as const,
    ownOne: (personId: string, id: string) => ['projects', 'own', personId, 'one', id] as const,
    revisions: (id: string, from: number, to: number) => ['projects', 'revisions', id, from, to] as const,
  },
  proposals: {
    all: ['proposals'] as const,
    found: (partyId: string, words: string) => ['proposals', 'found', partyId, words] as const,
    between: (partyId: string, partnerId: string) => ['proposals', 'between', partyId, partnerId] as const,
    ofProject: (projectId: string, wanted: object) => ['proposals', 'project', projectId, wanted] as const,
    own: (projectId: string, professionalId: string) =>
      ['proposals', 'own', projectId, professionalId] as const,
    ownList: (professionalId: string, status: string) =>
      ['proposals', 'mine', professionalId, 'list', status] as const,
    versions: (proposalId: string) => ['proposals', 'versions', proposalId] as const,
    compared: (projectId: string) => ['proposals', 'compared', projectId] as const,
    ownCounts: (professionalId: string) => ['proposals', 'mine', professionalId, 'counts'] as const,
    figures: ['proposals', 'figures'] as const,
    figuresOf: (professionalId: string) => ['proposals', 'figures', professionalId] as const,
  },
  questions: {
    all: ['questions'] as const,
    ofProject: (projectId: string) => ['questions', projectId] as const,
  },
  reviews: {
    all: ['reviews'] as const,
    about: (profileId: string) => ['reviews', 'about', profileId] as const,
    ratings: (profileId: string) => ['reviews', 'ratings', profileId] as const,
    by: (authorId: string) => ['reviews', 'by', authorId] as const,
    debts: (companyId: string) => ['reviews', 'debts', companyId] as const,
    records: (profileIds: readonly string[]) => ['reviews', 'records', profileIds] as const,
  },
  shared: ['shared'] as const,
  settings: {
    account: (profileId: string) => ['settings', 'account', profileId] as const,
    numbers: {
      all: ['settings', 'numbers'] as const,
      of: (profileId: string, firmIds: readonly string[]) =>
        ['settings', 'numbers', profileId, firmIds] as const,
    },
    preferences: (profileId: string) => ['settings', 'preferences', profileId] as const,
    sessions: ['settings', 'sessions'] as const,
    calendar: ['settings', 'calendar'] as const,
    device: (profileId: string) => ['settings', 'device', profileId] as const,
    secondFactor: ['settings', 'second-factor'] as const,
    enrolment: ['settings', 'enrolment'] as const,
  },
  turns: {
    all: ['turns'] as const,
    of: (partyId: string) => ['turns', partyId] as const,
  },
  siteImages: {
    all: ['site-images'] as const,
    rows: ['site-images', 'rows'] as const,
    byKey: ['site-images', 'by-key'] as const,
  },
}

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
  profileChange: (userId: string) => [keys.ownProfile(userId), keys.profiles.all, keys.onboarding.all],
  portfolioChange: [keys.portfolio.all, keys.profiles.all, keys.onboarding.all, keys.proposals.figures],
  /** A company's page and the proposals name projects, and publishing the first is an onboarding step. */
  projectChange: [
    keys.projects.all,
    keys.proposals.all,
    keys.profiles.all,
    keys.onboarding.all,
    keys.activity.all,
    keys.turns.all,
  ],
  /** Somebody else changed a project whose page is open. */
  projectNews: [keys.projects.all, keys.proposals.all, keys.questions.all],
  /** Closing a project under way changes or ends its contract. */
  projectClosing: [
    keys.projects.all,
    keys.proposals.all,
    keys.contracts.all,
    keys.profiles.all,
    keys.activity.all,
    keys.turns.all,
  ],
  proposalSending: [keys.proposals.all, keys.projects.all, keys.profiles.all, keys.activity.all],
  /** A decision on a proposal changes its project, and may create a contract. */
  proposalDecision: [keys.proposals.all, keys.projects.all, keys.contracts.all, keys.turns.all],
  /** A company's note on a proposal that it compares. */
  noteChange: [keys.proposals.all],
  proposalNews: [keys.proposals.all, keys.projects.own, keys.turns.all],
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
