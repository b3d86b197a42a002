// Written by "automacao types"; do not edit.

/** How long after a delivery silence accepts it. */
export const ACCEPTANCE_DAYS = 14

/** How long before silence accepts the company is reminded. */
export const ACCEPTANCE_REMINDER_DAYS = 3

/** How long before silence accepts the company is reminded for the first time. */
export const ACCEPTANCE_REMINDER_FIRST_DAYS = 7

/** How long before silence accepts the company is reminded for the last time. */
export const ACCEPTANCE_REMINDER_LAST_DAYS = 1

/** How long an amendment waits for its answer. */
export const AMENDMENT_DAYS = 14

/** By how many working days one amendment may move the dates of a contract. */
export const AMENDMENT_SHIFT_MAX = 365

/** How many amendments one contract may have, answered or not. */
export const AMENDMENTS_MAX = 50

/** How many amendments of one contract may wait for an answer. */
export const AMENDMENTS_OPEN_MAX = 3

/** How long a Pix code for a milestone can be paid. */
export const CHARGE_HOURS = 24

/** How many items the checklist of a milestone may have. */
export const CHECKLIST_ITEMS_MAX = 60

/** How long the reason for closing a project may be. */
export const CLOSING_REASON_CHARACTERS = 900

/** How many messages of one conversation a search finds. */
export const CONVERSATION_SEARCH_MAX = 200

/** How many corrections of one CPF or CNPJ may be asked for in 30 days. */
export const CORRECTIONS_MONTHLY_MAX = 3

/** How many files may be attached to one contract. */
export const DEAL_FILES_MAX = 300

/** How long after it is told of an overdue debt a company may accept proposals. */
export const DEBT_GRACE_DAYS = 15

/** How many working days the other side has to answer a dispute. */
export const DISPUTE_ANSWER_DAYS = 5

/** How long after the decision of a dispute either side may appeal. */
export const DISPUTE_APPEAL_DAYS = 3

/** How much one dispute may hold of what was said, offered and decided. */
export const DISPUTE_ENTRIES_MAX = 200

/** How many pieces of evidence may go with one statement. */
export const DISPUTE_EVIDENCE_MAX = 10

/** How many splits one side may offer in a dispute. */
export const DISPUTE_OFFERS_MAX = 20

/** How long before silence concedes a dispute the other side is reminded. */
export const DISPUTE_REMINDER_DAYS = 1

/** How many disputes there may be over one milestone. */
export const DISPUTES_MILESTONE_MAX = 3

/** How many favourites a person may have. */
export const FAVOURITES_MAX = 500

/** How many projects a person may hide. */
export const HIDDEN_PROJECTS_MAX = 1000

/** How long an invitation is good for. */
export const INVITATION_DAYS = 7

/** How long an invitation to propose waits for an answer. */
export const INVITATION_TO_PROPOSE_DAYS = 14

/** How many invitations an organisation may send in 24 hours. */
export const INVITATIONS_DAILY_MAX = 50

/** How many invitations of an organisation may wait for an answer. */
export const INVITATIONS_OPEN_MAX = 20

/** How many invitations to propose a professional gets in seven days, from all companies. */
export const INVITATIONS_WEEKLY_MAX = 5

/** How long a released milestone waits for its invoice before its professional is reminded, and between reminders. */
export const INVOICE_REMINDER_DAYS = 5

/** How often a professional is reminded of one invoice. */
export const INVOICE_REMINDERS_MAX = 3

/** How many invoices one milestone may have had, replaced ones counted. */
export const INVOICES_MAX = 20

/** How many files go with one message. */
export const MESSAGE_FILES_MAX = 10

/** How many of a member's newest messages, received and sent each, are searched. */
export const MESSAGE_SEARCH_MAX = 5000

/** How many messages a member may send in 24 hours. */
export const MESSAGES_DAILY_MAX = 1000

/** How many messages a member may send in a minute. */
export const MESSAGES_MINUTE_MAX = 60

/** How many messages a member may send to one person in a minute. */
export const MESSAGES_PERSON_MINUTE_MAX = 30

/** How long the text about what a milestone delivers may be. */
export const MILESTONE_DELIVERABLE_CHARACTERS = 1000

/** How long the title of a milestone may be. */
export const MILESTONE_TITLE_CHARACTERS = 120

/** How many milestones a proposal may name. */
export const MILESTONES_MAX = 10

/** How many people an organisation may have. */
export const ORGANISATION_MEMBERS_MAX = 50

/** How long after its acceptance a milestone that nobody holds the money of is to be paid. */
export const OWED_DAYS = 10

/** For how many days a notice stands before it takes an owner out of an organisation. */
export const OWNER_NOTICE_DAYS = 7

/** How many notices about one owner an organisation may give within 30 days. */
export const OWNER_REMOVALS_MONTHLY_MAX = 3

/** How often payments of a milestone are contested before that is a dispute. */
export const PAYMENT_CONTESTS_MAX = 2

/** How long after signing in by password a payout needs no password again. */
export const PAYOUT_CONFIRMED_MINUTES = 10

/** How many payouts of one party may be under way at once. */
export const PAYOUTS_OPEN_MAX = 5

/** How many projects a member may add to portfolios in 24 hours. */
export const PORTFOLIO_DAILY_MAX = 60

/** How many technologies a profile may name. */
export const PROFILE_TECHNOLOGIES_MAX = 30

/** How many files a project may have. */
export const PROJECT_FILES_MAX = 20

/** How many megabytes (of 1,000,000 bytes) the files of a project may have together. */
export const PROJECT_FILES_MEGABYTES_MAX = 50

/** How many professionals a company may invite in 24 hours, to all of its projects. */
export const PROJECT_INVITATIONS_DAILY_MAX = 30

/** How many professionals may be invited to a project. */
export const PROJECT_INVITATIONS_MAX = 10

/** How many I/O lists may be attached to a project, one after the other. */
export const PROJECT_LISTS_MAX = 50

/** How many technologies a project may ask for. */
export const PROJECT_TECHNOLOGIES_MAX = 20

/** How many projects a party may publish in 24 hours, and a member for all of his. */
export const PROJECTS_DAILY_MAX = 20

/** How often the terms of one proposal may be written, by both sides together. */
export const PROPOSAL_TERMS_MAX = 20

/** How long a proposal is good for unless it says otherwise. */
export const PROPOSAL_VALID_DAYS = 30

/** How long a proposal may be good for. */
export const PROPOSAL_VALID_DAYS_MAX = 365

/** How many proposals a party may send in 24 hours, and a member for all of his. */
export const PROPOSALS_DAILY_MAX = 50

/** How many proposals one party may send to one project. */
export const PROPOSALS_PARTY_MAX = 3

/** On how many devices one person is told of news; another takes the place of the one longest without any. */
export const PUSH_DEVICES_MAX = 10

/** How many questions a party may ask in 24 hours, and a member for all of his. */
export const QUESTIONS_DAILY_MAX = 50

/** How many questions of one party to one project may wait for an answer. */
export const QUESTIONS_OPEN_MAX = 10

/** How long a payment that the company says it made waits for the professional. */
export const RECEIPT_DAYS = 10

/** How long before silence confirms a payment the professional is reminded for the first time. */
export const RECEIPT_REMINDER_FIRST_DAYS = 3

/** How long before silence confirms a payment the professional is reminded for the last time. */
export const RECEIPT_REMINDER_LAST_DAYS = 1

/** How old, in days, a contract may be that counts in reference prices. */
export const REFERENCE_PRICE_DAYS = 1095

/** For how many days a registration waits for the document and the acceptance of the terms. */
export const REGISTRATION_DAYS = 30

/** How many reports one reporter may file in 24 hours. */
export const REPORTS_DAILY_MAX = 20

/** How long after the agreement two reviews are seen at the earliest. */
export const REVIEW_AGREED_HOURS = 72

/** How long after completion both sides may review, and after which what was written is seen. */
export const REVIEW_DAYS = 14

/** How long after completion two reviews are seen at the earliest. */
export const REVIEW_HIDDEN_HOURS = 24

/** How many versions of projects a member may write in 24 hours. */
export const REVISIONS_DAILY_MAX = 100

/** How many searches a person may save. */
export const SAVED_SEARCHES_MAX = 20

/** How many results of saved searches a person is told of at once in 24 hours; further ones are in the daily letter. */
export const SEARCH_ALERTS_DAILY_MAX = 10

/** How long the termination of a contract waits for its answer. */
export const TERMINATION_DAYS = 14

/** How long a company may take back that it declined a proposal. */
export const UNDO_DECLINE_MINUTES = 10

/** How much a member may upload in 24 hours, in millions of bytes. */
export const UPLOAD_MEGABYTES_DAILY_MAX = 500

/** How many files a member may upload in an hour. */
export const UPLOADS_HOURLY_MAX = 100

/** How many working days the professional has to contest withheld taxes. */
export const WITHHOLDING_ANSWER_DAYS = 3

/** How many days the professional has to answer a proof of withheld taxes, and the company to give another one after it was contested. */
export const WITHHOLDING_PROOF_ANSWER_DAYS = 10

/** How many days after the payment of a milestone the company has to prove that it paid the withheld taxes. */
export const WITHHOLDING_PROOF_DAYS = 60

/** How long before its date the proof of withheld taxes, or the answer to it, is asked for once more. */
export const WITHHOLDING_PROOF_REMINDER_DAYS = 7

/** How many proofs of one withheld tax a company may give, those of what it owes among them. */
export const WITHHOLDING_PROOFS_MAX = 5

/** How long before silence agrees to withheld taxes the professional is reminded. */
export const WITHHOLDING_REMINDER_DAYS = 1

/** How often the withheld taxes of one milestone may be recorded. */
export const WITHHOLDING_ROUNDS_MAX = 10

/** How long the other side of a contract has to witness the result of a blocking item. */
export const WITNESS_DAYS = 7

/** How long before that it is reminded. */
export const WITNESS_REMINDER_DAYS = 2

/** Maximum length of a password. */
export const PASSWORD_CHARACTERS_MAX = 128

/** Maximum sizes of columns, in characters or elements. */
export const BOUNDS = {
  accounts: {
    email: 255,
  },
  amendments: {
    answer_reason: 800,
    description: 1000,
    reason: 800,
    title: 110,
  },
  audit_log: {
    subject_id: 100,
    subject_label: 300,
  },
  charge_codes: {
    br_code: 1000,
  },
  checklist_items: {
    expected: 500,
    note: 1000,
    title: 200,
  },
  contract_acceptances: {
    address: 64,
  },
  contract_events: {
    reason: 1000,
  },
  contracts: {
    end_reason: 1000,
    termination_reason: 1000,
  },
  corrections: {
    answer: 1000,
    reason: 1000,
  },
  deal_files: {
    name: 255,
  },
  direct_payments: {
    note: 1000,
    reason: 1000,
    receipt: 300,
  },
  dispute_entries: {
    content: 4000,
  },
  disputes: {
    reason: 1000,
  },
  favourites: {
    note: 500,
  },
  invitations: {
    email: 255,
  },
  invitations_to_propose: {
    note: 500,
  },
  invoices: {
    differences: 20,
    number: 20,
    reason: 1000,
    verification_code: 60,
  },
  ledger_transfers: {
    business_key: 200,
    memo: 500,
  },
  message_files: {
    name: 255,
  },
  messages: {
    actor_name: 120,
    content: 5000,
  },
  milestones: {
    deliverable: 1000,
    delivery_note: 2000,
    title: 120,
  },
  notifications: {
    actor_name: 120,
    body: 400,
    group_key: 200,
    title: 200,
  },
  organisations: {
    legal_name: 160,
  },
  owner_removals: {
    decision: 1000,
    objection: 1000,
  },
  payouts: {
    key_end: 4,
    reason: 1000,
  },
  portfolio_projects: {
    description: 5000,
    image_urls: 5,
    image_urls_joined: 10000,
    role: 120,
    technologies: 30,
    technologies_joined: 1000,
    title: 160,
  },
  profiles: {
    about: 5000,
    avatar_seed: 64,
    avatar_url: 2000,
    banner_url: 2000,
    headline: 160,
    location: 120,
    name: 120,
    skills: 5,
    title: 120,
    work_modes: 3,
  },
  project_files: {
    name: 255,
  },
  project_io_lists: {
    name: 255,
  },
  project_models: {
    name: 80,
    slug: 60,
  },
  project_questions: {
    answer: 1000,
    content: 1000,
  },
  projects: {
    budget: 120,
    category: 80,
    city: 80,
    deadline: 120,
    description: 10000,
    skills: 22,
    title: 160,
  },
  proposal_notes: {
    note: 2000,
  },
  proposal_terms: {
    note: 1000,
  },
  proposals: {
    assumptions: 5000,
    cover_letter: 10000,
    decline_reason: 1000,
    exclusions: 5000,
  },
  push_subscriptions: {
    auth_secret: 30,
    endpoint: 1000,
    p256dh: 100,
    user_agent: 400,
  },
  receivers: {
    institution: 200,
    onboarding_url: 2000,
    reason: 1000,
  },
  reconciliation_differences: {
    detail: 1000,
    handling: 1000,
    reference: 300,
  },
  registrations: {
    email: 255,
    name: 120,
    skills: 5,
  },
  reports: {
    decision: 2000,
    details: 2000,
    excerpt: 500,
  },
  reviews: {
    answer: 3000,
    content: 3000,
  },
  saved_searches: {
    name: 80,
  },
  site_images: {
    url: 2000,
  },
  withholding_proof_rounds: {
    reason: 1000,
    reference: 60,
  },
  withholding_proofs: {
    decision: 1000,
  },
  withholdings: {
    law: 500,
    reason: 1000,
  },
} as const
