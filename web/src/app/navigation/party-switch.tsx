import { ChevronsUpDown } from 'lucide-react'
import { ActingName } from '@/app/navigation/acting-name'
import { PartyChoices } from '@/app/navigation/party-choices'
import type { SignedIn } from '@/api/session/session'
import { DropdownMenu, DropdownMenuContent, DropdownMenuTrigger } from '@/ui/dropdown-menu'

/** The head of the sidebar for members of several parties: the current party and the others. */
export default function PartySwitch({ member }: { member: SignedIn }) {
  return (
    <DropdownMenu>
      <DropdownMenuTrigger
        aria-label={`Agindo por ${member.party?.name ?? ''}. Trocar`}
        className="-mx-2 flex items-center gap-2 rounded px-2 py-1.5 transition-colors duration-150 hover:bg-hover"
      >
        <ActingName member={member} />
        <ChevronsUpDown className="size-4 shrink-0 text-muted" aria-hidden />
      </DropdownMenuTrigger>
      <DropdownMenuContent align="start" className="w-72">
        <PartyChoices member={member} />
      </DropdownMenuContent>
    </DropdownMenu>
  )
}
