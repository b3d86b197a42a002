import { ROLE_NAMES } from '@/app/navigation/dashboard-links'
import { selfOf } from '@/api/session/self'
import type { SignedIn } from '@/api/session/session'
import { apartSentence, memberRoleName, sideOf } from '@/features/organisation/text'
import { kindOf } from '@/lib/person/person'
import { Avatar } from '@/ui/avatar'

/** The party that the person acts for, and their role in it; without a party, the person's own name. */
export function ActingName({ member }: { member: SignedIn }) {
  const shown = member.party ?? selfOf(member)
  return (
    <div className="flex min-w-0 flex-1 items-center gap-3 text-left">
      <Avatar
        name={shown.name}
        kind={kindOf(member.party)}
        imageUrl={shown.avatar_url}
        seed={shown.avatar_seed}
      />
      <div className="min-w-0">
        <p className="truncate text-sm font-semibold">{shown.name}</p>
        <p className="truncate text-sm text-muted">{standing(member)}</p>
      </div>
    </div>
  )
}

function standing(member: SignedIn): string {
  const { profile, party, role } = member
  const { name, left } = selfOf(member)
  if (party === null) return apartSentence(left)
  if (party.id === profile.id) return party.title || ROLE_NAMES[party.role]
  return `${memberRoleName(role, sideOf(party.role))} · ${name}`
}
