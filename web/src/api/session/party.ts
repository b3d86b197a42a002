import type { OwnProfile } from '@/api/session/profile'
import { MEMBER_ROLES, RIGHTS, ROLE_RIGHTS, type MemberRole, type Right } from '@/api/rights'

/** A right that not every role has. */
export type Deed = Exclude<Right, 'read'>

/**
 * For whom a person acts, and what he may do there. A party is an organisation,
 * or a person working alone; it has the key of the profile that others see.
 */
export type Acting = {
  party: OwnProfile
  role: MemberRole
  rights: readonly Right[]
  /** Whether others may belong to it too. */
  isOrganisation: boolean
}

/** Whoever left his organisation acts for nobody. */
export type Idle = { party: null; role: null; rights: readonly Right[]; isOrganisation: false }
export const NOBODY: Idle = { party: null, role: null, rights: [], isOrganisation: false }

export type MembershipRow = {
  role: string
  organisation: {
    id: string
    role: string
    legal_name: string
    /** Null while the organisation is blocked, for all but its founder. */
    party: (Omit<OwnProfile, 'role'> & { role: string }) | null
  }
}

/** Every party of a person, his own first. */
export function partiesOf(profile: OwnProfile, memberships: readonly MembershipRow[]): Acting[] {
  const organisations = memberships.flatMap((membership) => actingFor(profile, membership) ?? [])
  if (worksAlone(profile, organisations)) {
    const alone: Acting = { party: profile, role: 'owner', rights: RIGHTS, isOrganisation: false }
    return [alone, ...organisations]
  }
  const isOwn = ({ party }: Acting) => party.id === profile.id
  return [...organisations.filter(isOwn), ...organisations.filter((acting) => !isOwn(acting))]
}

/** The party that was chosen on this device, if one still belongs to it; else the first. */
export function activeParty(parties: readonly Acting[], chosenId: string | undefined): Acting | undefined {
  return parties.find(({ party }) => party.id === chosenId) ?? parties[0]
}

/** Whether one of these allows to do something for a party. */
export function actsFor(parties: readonly Acting[], partyId: string, right: Right): boolean {
  return parties.some(({ party, rights }) => party.id === partyId && rights.includes(right))
}

/** Whoever left an organisation that goes on under his key has somebody else answering for it. */
function worksAlone(profile: OwnProfile, organisations: readonly Acting[]): boolean {
  return (
    profile.is_party &&
    profile.contact_id === null &&
    organisations.every(({ party }) => party.id !== profile.id)
  )
}

function actingFor(profile: OwnProfile, { role, organisation }: MembershipRow): Acting | undefined {
  const { party, role: side } = organisation
  if (!isMemberRole(role) || (side !== 'company' && side !== 'professional')) return undefined
  return {
    party:
      party === null
        ? blocked(profile, organisation.id, organisation.legal_name, side)
        : { ...party, role: side },
    role,
    rights: ROLE_RIGHTS[role],
    isOrganisation: true,
  }
}

/** A blocked organisation shows no profile; its members still read what binds them. */
function blocked(
  profile: OwnProfile,
  id: string,
  name: string,
  role: 'company' | 'professional',
): OwnProfile {
  return {
    ...profile,
    id,
    name,
    role,
    status: 'blocked',
    avatar_url: null,
    avatar_seed: '',
    banner_url: null,
    headline: '',
    title: '',
    location: '',
    skills: [],
    is_party: true,
    contact_id: null,
  }
}

export function isMemberRole(value: string): value is MemberRole {
  return MEMBER_ROLES.some((role) => role === value)
}
