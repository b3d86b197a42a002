import { ArrowLeftRight, UserPlus } from 'lucide-react'
import { Group, Item } from '@/app/palette/palette-item'
import { actingAs, useChooseParty } from '@/app/navigation/use-choose-party'
import type { SignedIn } from '@/api/session/session'
import { paths } from '@/lib/paths'

type PaletteTeamProps = { member: SignedIn; run: (action: () => void) => void; onGo: (to: string) => void }

/** Inviting a colleague, for people with that right, and switching to another party. */
export function PaletteTeam({ member, run, onGo }: PaletteTeamProps) {
  const { party: current, parties, rights, isOrganisation } = member
  const choose = useChooseParty()
  const others = parties.filter(({ party }) => party.id !== current?.id)
  const mayInvite = isOrganisation && rights.includes('manage')
  if (!mayInvite && others.length === 0) return null
  return (
    <Group heading="Equipe">
      {mayInvite && (
        <Item icon={UserPlus} keywords={['equipe', 'convite']} onSelect={() => onGo(paths.invite())}>
          Convidar colega
        </Item>
      )}
      {others.map((acting, index) => (
        <Item
          key={acting.party.id}
          // Two organisations may have the same name.
          value={`Agir por ${acting.party.name} ${index + 1}`}
          keywords={['trocar']}
          icon={ArrowLeftRight}
          onSelect={() => run(() => choose(acting.party))}
        >
          <span className="truncate">
            Agir por {acting.party.name} <span className="text-muted">{actingAs(acting)}</span>
          </span>
        </Item>
      ))}
    </Group>
  )
}
