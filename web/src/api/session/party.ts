import { MEMBER_ROLES, RIGHTS, ROLE_RIGHTS, type MemberRole, type Right } from '@/api/rights'
import type { Row } from '@/api/tables'

/** A right that not every role has. */
export type Deed = Exclude<Right, 'read'>

/**
 * The party that a person acts for, and what they may do there. A party is an organisation, or a person
 * who works alone; its id is that of its public profile.
 */
export type Acting = {
  party: OwnProfile
  role: MemberRole
  rights: readonly Right[]
  /** Whether others may belong to it too. */
  isOrganisation: boolean
}

/** A person who left their organisation acts for nobody. */
export type Idle = { party: null; role: null; rights: readonly Right[]; isOrganisation: false }
export const NOBODY: Idle = { party: null, role: null, rights: [], isOrganisation: false }

export type MembershipRow = {
  role: string
  organisation: {
    id: string
    role: string
    legal_name: string
    /** Null while the organisation is blocked, except for its founder. */
    party: (Omit<OwnProfile, 'role'> & { role: string }) | null
  }
}

/** Every party of a person, their own first. */
export function partiesOf(profile: OwnProfile, memberships: readonly MembershipRow[]): Acting[] {
  const organisations = memberships.flatMap((membership) => actingFor(profile, membership) ?? [])
  if (worksAlone(profile, organisations)) {
    const alone: Acting = { party: profile, role: 'owner', rights: RIGHTS, isOrganisation: false }
    return [alone, ...organisations]
  }
  const isOwn = ({ party }: Acting) => party.id === profile.id
  return [...organisations.filter(isOwn), ...organisations.filter((acting) => !isOwn(acting))]
}

/** The party that was chosen on this device if the person still belongs to it, else the first. */
export function activeParty(parties: readonly Acting[], chosenId: string | undefined): Acting | undefined {
  return parties.find(({ party }) => party.id === chosenId) ?? parties[0]
}

/** Whether one of these memberships grants a right for a party. */
export function actsFor(parties: readonly Acting[], partyId: string, right: Right): boolean {
  return parties.some(({ party, rights }) => party.id === partyId && rights.includes(right))
}

/**
 * A founder who left does not work alone: the organisation keeps the founder's id and has another
 * contact.
 */
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

/** A blocked organisation has no public profile; its members still read the contracts that bind them. */
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

export type Role = Row<'profiles'>['role']

/** A person or a party as the shell shows them. */
export type OwnProfile = Pick<
  Row<'profiles'>,
  | 'id'
  | 'role'
  | 'status'
  | 'name'
  | 'avatar_url'
  | 'avatar_seed'
  | 'banner_url'
  | 'headline'
  | 'title'
  | 'location'
  | 'skills'
  | 'is_party'
  | 'contact_id'
>
