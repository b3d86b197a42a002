import { ROLE_NAMES } from '@/app/dashboard-links'
import type { SignedIn } from '@/api/session'
import { memberRoleName, sideOf } from '@/features/organisation/text'
import { Avatar } from '@/ui/avatar'

/** For whom one acts, and as what; whoever belongs to nothing is only himself. */
export function ActingName({ member }: { member: SignedIn }) {
  const shown = member.party ?? member.profile
  return (
    <div className="flex min-w-0 flex-1 items-center gap-3 text-left">
      <Avatar name={shown.name} imageUrl={shown.avatar_url} seed={shown.avatar_seed} />
      <div className="min-w-0">
        <p className="truncate text-sm font-semibold">{shown.name}</p>
        <p className="truncate text-sm text-muted">{standing(member)}</p>
      </div>
    </div>
  )
}

function standing({ profile, party, role }: SignedIn): string {
  if (party === null) return 'Sem organização'
  if (party.id === profile.id) return party.title || ROLE_NAMES[party.role]
  return `${memberRoleName(role, sideOf(party.role))} · ${profile.name}`
}
