import { useNavigate } from 'react-router'
import type { Acting } from '@/api/session/party'
import type { SignedIn } from '@/api/session/session'
import { ROLE_NAMES } from '@/app/navigation/dashboard-links'
import { memberRoleName, sideOf } from '@/features/organisation/text'
import { useSwitchParty } from '@/features/organisation/use-switch-party'
import { paths } from '@/lib/paths'
import { kindOf } from '@/lib/person/person'
import { Avatar } from '@/ui/avatar'
import { DropdownMenuLabel, DropdownMenuRadioGroup, DropdownMenuRadioItem } from '@/ui/dropdown-menu'

/** The parties of the person as menu items; the current one is ticked. */
export function PartyChoices({ member }: { member: SignedIn }) {
  const switchTo = useChooseParty()

  function choose(partyId: string) {
    const next = member.parties.find(({ party }) => party.id === partyId)
    if (next !== undefined && partyId !== member.party?.id) switchTo(next.party)
  }

  return (
    <>
      <DropdownMenuLabel>Agir por</DropdownMenuLabel>
      <DropdownMenuRadioGroup value={member.party?.id ?? ''} onValueChange={choose}>
        {member.parties.map((acting) => (
          <DropdownMenuRadioItem key={acting.party.id} value={acting.party.id}>
            <Avatar
              size="sm"
              name={acting.party.name}
              kind={kindOf(acting.party)}
              imageUrl={acting.party.avatar_url}
              seed={acting.party.avatar_seed}
            />
            <span className="flex min-w-0 flex-col">
              <span className="truncate font-medium">{acting.party.name}</span>
              <span className="truncate text-xs text-muted">{actingAs(acting)}</span>
            </span>
          </DropdownMenuRadioItem>
        ))}
      </DropdownMenuRadioGroup>
    </>
  )
}

/** Switches to another party and opens its dashboard. */
export function useChooseParty(): (party: { id: string; name: string }) => void {
  const switchTo = useSwitchParty()
  const navigate = useNavigate()
  return (party) => {
    switchTo(party)
    void navigate(paths.dashboard())
  }
}

/** `Comprador · Empresa`; for a person who works alone, the role only. */
export function actingAs({ party, role, isOrganisation }: Acting): string {
  const kind = ROLE_NAMES[party.role]
  return isOrganisation
    ? `${memberRoleName(role, sideOf(party.role))} · ${kind}`
    : `${kind} por conta própria`
}
