import { ArrowLeftRight } from 'lucide-react'
import { useSwitchParty } from '@/features/organisation/use-switch-party'
import { formatList } from '@/lib/format'
import { Button } from '@/ui/button'
import { EmptyState } from '@/ui/empty-state'

type OtherPartyProps = {
  /** For whom one acts now. */
  current: { name: string }
  /** Whose page this is, or could be. */
  owners: readonly { id: string; name: string }[]
}

/** A page of another of one's parties, reached by a notice or a link: one step away. */
export function OtherParty({ current, owners }: OtherPartyProps) {
  const switchTo = useSwitchParty()
  const names = formatList(owners.map((owner) => owner.name))
  return (
    <EmptyState
      icon={ArrowLeftRight}
      level={1}
      title={`Esta página é de ${names}`}
      description={`Você está agindo por ${current.name}. Para continuar, troque.`}
      action={owners.map((owner, index) => (
        <Button
          key={owner.id}
          variant={index === 0 ? 'primary' : 'secondary'}
          onClick={() => switchTo(owner)}
        >
          Agir por {owner.name}
        </Button>
      ))}
    />
  )
}
