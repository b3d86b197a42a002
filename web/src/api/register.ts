// Written by "automacao types" from internal/market/register; do not edit.

/** The first parts of the keys of queries whose results browsers keep offline. */
export const OFFLINE_NOUNS: readonly string[] = [
  'contracts',
  'conversations',
  'favourites',
  'hidden',
  'invitations',
  'matches',
  'messages',
  'notifications',
  'portfolio',
  'profiles',
  'projects',
  'proposals',
  'questions',
  'reviews',
  'searches',
  'site-images',
  'skills',
  'technologies',
]

/** The tables that pages read without hearing of their changes, with the reasons. */
export const NOT_HEARD: Readonly<Record<string, string>> = {
  accounts: "a person's own; what others decide about it is a correction, to which pages subscribe",
  audit_log: 'a log of administrators, read anew when it is opened',
  document_conflicts: 'made by a migration, and only then',
  favourites: 'one person keeps them, and nobody else',
  fee_receipts: 'issued by a release, which is in contract_events',
  hidden_projects: 'one person hides them, and nobody else',
  match_weights: 'administrators change it rarely',
  message_files: 'sent with their message, to which pages subscribe',
  organisations: 'its name and state are those of its profile, to which pages subscribe',
  portfolio_projects: 'one person keeps it, on a page of their own',
  preferences: "a person's own",
  professionals: 'a view of profiles for the directory, searched anew',
  profile_technologies: 'people change their own, and the profile repeats them',
  project_models: 'read when a scope is begun, and a scope keeps its version',
  project_owners: 'set when a project is published, and never again',
  push_subscriptions: "a device's own",
  registrations: "a person's own",
  saved_searches: 'one person saves them, and nobody else',
  skills: 'a catalogue that changes with a version',
  statement: 'what is posted follows a step, which is in contract_events',
  technologies: 'a catalogue that changes with a version',
  withholding_proof_rounds: 'given and answered with their withheld tax, to which pages subscribe',
}
