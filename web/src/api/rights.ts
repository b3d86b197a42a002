// Written by "automacao types"; do not edit.

/** What a member may do for a party. Every member may read everything of the party. */
export const RIGHTS = ['read', 'publish', 'negotiate', 'fulfil', 'pay', 'manage'] as const
export type Right = (typeof RIGHTS)[number]

/** Roles of a member in an organisation. */
export const MEMBER_ROLES = ['owner', 'buyer', 'engineer', 'finance', 'reader'] as const
export type MemberRole = (typeof MEMBER_ROLES)[number]

/** The rights of each role. The server enforces them; the screen uses them to avoid refusals. */
export const ROLE_RIGHTS: Readonly<Record<MemberRole, readonly Right[]>> = {
  owner: ['read', 'publish', 'negotiate', 'fulfil', 'pay', 'manage'],
  buyer: ['read', 'publish', 'negotiate', 'fulfil'],
  engineer: ['read', 'publish', 'fulfil'],
  finance: ['read', 'pay'],
  reader: ['read'],
}
