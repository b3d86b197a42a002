import { Repeat2 } from 'lucide-react'
import type { Negotiated } from '@/features/proposal/terms/terms'
import { TermsAction } from '@/features/proposal/terms/terms-action'
import { Button } from '@/ui/button'

type CounterActionProps = { proposal: Negotiated & { id: string }; size?: 'sm' | 'md' }

/** Offers other terms: from the open offer, or from what was proposed. */
export function CounterAction({ proposal, size = 'md' }: CounterActionProps) {
  return (
    <TermsAction
      kind="counter"
      proposal={proposal}
      from={proposal.offers[0] ?? proposal}
      button={
        <Button size={size}>
          <Repeat2 className="size-4" aria-hidden />
          Contrapropor
        </Button>
      }
    />
  )
}
