// Written by "automacao types"; do not edit.

/** What somebody may do for a party. Everybody who belongs to it reads all of it. */
export const RIGHTS = ['read', 'publish', 'negotiate', 'fulfil', 'pay', 'manage'] as const
export type Right = (typeof RIGHTS)[number]

/** What somebody is in an organisation. */
export const MEMBER_ROLES = ['owner', 'buyer', 'engineer', 'finance', 'reader'] as const
export type MemberRole = (typeof MEMBER_ROLES)[number]

/** What each role allows. The server holds it; the screen spares people a refusal. */
export const ROLE_RIGHTS: Readonly<Record<MemberRole, readonly Right[]>> = {
  owner: ['read', 'publish', 'negotiate', 'fulfil', 'pay', 'manage'],
  buyer: ['read', 'publish', 'negotiate', 'fulfil'],
  engineer: ['read', 'publish', 'fulfil'],
  finance: ['read', 'pay'],
  reader: ['read'],
}
