import type { Acting, OwnProfile } from '@/api/session/party'
import { ROLE_RIGHTS, type MemberRole } from '@/api/rights'
import type { SignedIn } from '@/api/session/session'

const SOMEBODY: OwnProfile = {
  id: 'somebody',
  role: 'professional',
  status: 'active',
  name: 'Alguém',
  title: '',
  headline: '',
  location: '',
  skills: [],
  avatar_url: null,
  avatar_seed: '',
  banner_url: null,
  is_party: true,
  contact_id: null,
}

/** For tests: a person who works alone. */
export function alone(changes: Partial<OwnProfile> = {}): SignedIn & Acting {
  const profile = { ...SOMEBODY, ...changes }
  const acting = { party: profile, role: 'owner', rights: ROLE_RIGHTS.owner, isOrganisation: false } as const
  return { status: 'signed-in', session: sessionOf(profile.id), profile, parties: [acting], ...acting }
}

/** For tests: a person who was invited to an organisation and has a role there. */
export function colleague(role: MemberRole, organisation: Partial<OwnProfile>): SignedIn & Acting {
  const profile = { ...SOMEBODY, id: 'beatriz', name: 'Beatriz Lima', is_party: false }
  const party = { ...SOMEBODY, ...organisation }
  const acting = { party, role, rights: ROLE_RIGHTS[role], isOrganisation: true }
  return { status: 'signed-in', session: sessionOf(profile.id), profile, parties: [acting], ...acting }
}

function sessionOf(id: string): SignedIn['session'] {
  const user = { id, app_metadata: {}, user_metadata: {}, aud: 'authenticated', created_at: '' }
  return { access_token: 't', refresh_token: 'r', expires_in: 900, token_type: 'bearer', user }
}
