import { ArrowLeftRight } from 'lucide-react'
import { useSwitchParty } from '@/features/organisation/use-switch-party'
import { formatList } from '@/lib/format'
import { Button } from '@/ui/button'
import { EmptyState } from '@/ui/empty-state'

type OtherPartyProps = {
  /** The party that the person acts for now. */
  current: { name: string }
  /** The parties whose page this is or may be. */
  owners: readonly { id: string; name: string }[]
}

/** Offers to switch when a notice or link leads to a page of another of the person's parties. */
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
