import { useNavigate } from 'react-router'
import { ROLE_NAMES } from '@/app/navigation/dashboard-links'
import type { Acting } from '@/api/session/party'
import { memberRoleName, sideOf } from '@/features/organisation/text'
import { useSwitchParty } from '@/features/organisation/use-switch-party'
import { paths } from '@/lib/paths'

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
