// Written by "automacao types"; do not edit.

/** How many rows one answer, and each list in it, has at most. */
export const ROWS_MAX = 1000

/** How far rows are counted for who has not signed in. */
export const VISITOR_COUNT_MAX = 1000

/** How many rows who has not signed in may skip. */
export const VISITOR_OFFSET_MAX = 1000

/** How many levels of related rows one read may nest. */
export const EMBEDS_DEEP_MAX = 3

/** How many rows one request may insert. */
export const ROWS_WRITTEN_MAX = 50

/** How much one answer may weigh, in MiB. */
export const ANSWER_MEGABYTES_MAX = 16

/** How much the body of a request to tables and calls may weigh, in MiB. */
export const BODY_MEGABYTES_MAX = 1

/** How long a statement of who has not signed in may take. */
export const VISITOR_SECONDS_MAX = 2

/** How long a statement of who has signed in may take. */
export const MEMBER_SECONDS_MAX = 8

/** How many requests of one caller are worked at at once. */
export const FLIGHTS_MAX = 20

/** At most max requests in this many seconds. */
export type Rate = { max: number; seconds: number }

/** Rate limits of routes: of one network and, if counted separately, of one signed-in member. */
export const RATES = {
  sign_in: { address: [{ max: 40, seconds: 10 }, { max: 150, seconds: 300 }], member: [] },
  federated_sign_in: { address: [{ max: 30, seconds: 300 }], member: [] },
  organisation_sign_in: { address: [{ max: 80, seconds: 10 }, { max: 300, seconds: 300 }], member: [] },
  refresh: { address: [{ max: 600, seconds: 300 }], member: [] },
  sign_up: { address: [{ max: 60, seconds: 300 }, { max: 500, seconds: 86400 }], member: [] },
  sign_up_anonymously: { address: [{ max: 30, seconds: 3600 }], member: [] },
  account_changes: { address: [{ max: 30, seconds: 300 }], member: [] },
  mails: { address: [{ max: 60, seconds: 300 }], member: [] },
  verifications: { address: [{ max: 30, seconds: 300 }], member: [] },
  second_factors: { address: [{ max: 30, seconds: 60 }], member: [] },
  passkey_sign_in: { address: [{ max: 40, seconds: 10 }, { max: 150, seconds: 300 }], member: [] },
  sessions: { address: [{ max: 12000, seconds: 60 }], member: [] },
  sign_in_facts: { address: [{ max: 6000, seconds: 60 }], member: [] },
  administration: { address: [{ max: 600, seconds: 60 }], member: [] },
  not_offered: { address: [{ max: 60, seconds: 60 }], member: [] },
  audits: { address: [{ max: 5, seconds: 60 }], member: [{ max: 20, seconds: 60 }] },
  corrections: { address: [{ max: 10, seconds: 60 }], member: [{ max: 10, seconds: 60 }] },
  exports: { address: [{ max: 5, seconds: 60 }], member: [{ max: 5, seconds: 60 }, { max: 30, seconds: 86400 }] },
  invitations: { address: [{ max: 20, seconds: 60 }], member: [{ max: 20, seconds: 60 }] },
  invitations_to_propose: { address: [{ max: 20, seconds: 60 }], member: [{ max: 20, seconds: 60 }] },
  marks: { address: [{ max: 60, seconds: 60 }], member: [{ max: 600, seconds: 60 }] },
  matches: { address: [{ max: 60, seconds: 60 }], member: [{ max: 60, seconds: 60 }] },
  money: { address: [{ max: 10, seconds: 60 }], member: [{ max: 30, seconds: 60 }] },
  own_reads: { address: [{ max: 300000, seconds: 60 }], member: [{ max: 300000, seconds: 60 }] },
  own_writes: { address: [{ max: 60, seconds: 60 }], member: [{ max: 600, seconds: 60 }, { max: 10000, seconds: 86400 }] },
  papers: { address: [{ max: 10, seconds: 60 }], member: [{ max: 60, seconds: 60 }] },
  questions: { address: [{ max: 30, seconds: 60 }], member: [{ max: 30, seconds: 60 }] },
  reads: { address: [{ max: 300000, seconds: 60 }], member: [{ max: 300000, seconds: 60 }] },
  registrations: { address: [{ max: 10, seconds: 60 }], member: [{ max: 10, seconds: 60 }] },
  reports: { address: [{ max: 30, seconds: 60 }], member: [{ max: 30, seconds: 60 }] },
  scopes: { address: [{ max: 60, seconds: 60 }], member: [{ max: 120, seconds: 60 }] },
  views: { address: [{ max: 300, seconds: 60 }], member: [{ max: 300, seconds: 60 }] },
  writes: { address: [{ max: 60, seconds: 60 }], member: [{ max: 600, seconds: 60 }, { max: 10000, seconds: 86400 }] },
  writes_messages: { address: [{ max: 60, seconds: 60 }], member: [{ max: 300, seconds: 60 }] },
  writes_portfolio: { address: [{ max: 60, seconds: 60 }], member: [{ max: 300, seconds: 60 }] },
  writes_projects: { address: [{ max: 60, seconds: 60 }], member: [{ max: 300, seconds: 60 }] },
  writes_proposals: { address: [{ max: 60, seconds: 60 }], member: [{ max: 300, seconds: 60 }] },
  writes_revisions: { address: [{ max: 60, seconds: 60 }], member: [{ max: 300, seconds: 60 }] },
  file_reads: { address: [{ max: 60000, seconds: 60 }], member: [{ max: 60000, seconds: 60 }] },
  file_lists: { address: [{ max: 120, seconds: 60 }], member: [{ max: 600, seconds: 60 }] },
  file_renders: { address: [{ max: 600, seconds: 60 }], member: [{ max: 600, seconds: 60 }] },
  uploads: { address: [{ max: 120, seconds: 60 }], member: [{ max: 120, seconds: 60 }] },
  upload_parts: { address: [{ max: 1200, seconds: 60 }], member: [{ max: 1200, seconds: 60 }] },
  file_changes: { address: [{ max: 60, seconds: 60 }], member: [{ max: 240, seconds: 60 }] },
  files_not_found: { address: [{ max: 120, seconds: 60 }], member: [] },
  sockets: { address: [{ max: 6000, seconds: 60 }], member: [] },
  broadcasts: { address: [{ max: 600, seconds: 60 }], member: [] },
  pages: { address: [{ max: 300000, seconds: 60 }], member: [] },
  health: { address: [{ max: 60000, seconds: 60 }], member: [] },
  newsletter: { address: [{ max: 60, seconds: 60 }], member: [] },
  invitation_links: { address: [{ max: 60, seconds: 60 }], member: [] },
  functions: { address: [{ max: 60, seconds: 60 }], member: [{ max: 60, seconds: 60 }] },
  calendars: { address: [{ max: 600, seconds: 60 }], member: [{ max: 600, seconds: 60 }] },
  files_made: { address: [{ max: 10, seconds: 60 }], member: [{ max: 30, seconds: 60 }, { max: 500, seconds: 86400 }] },
  institution: { address: [{ max: 1200, seconds: 60 }], member: [] },
  unknown: { address: [{ max: 120, seconds: 60 }], member: [{ max: 120, seconds: 60 }] },
} as const satisfies Record<string, { address: readonly Rate[]; member: readonly Rate[] }>
