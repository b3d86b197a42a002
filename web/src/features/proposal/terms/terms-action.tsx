import { lazy, Suspense, useState, type ReactNode } from 'react'
import { Slot } from 'radix-ui'
import type { TermsKind } from './terms-kinds'
import type { Negotiated, Terms } from './terms'
import { Repeat2 } from 'lucide-react'
import { Button } from '@/ui/button'

const TermsDialog = lazy(async () => ({
  default: (await import('@/features/proposal/terms/terms-dialog')).TermsDialog,
}))

type TermsActionProps = {
  kind: TermsKind
  proposal: Negotiated & { id: string }
  /** What the form starts from; the terms in force when left out. */
  from?: Terms
  /** One button, which opens the form. */
  button: ReactNode
}

/** The button that opens the form for new terms, based on those on the screen. */
export function TermsAction({ kind, proposal, from = proposal, button }: TermsActionProps) {
  const [isOpen, setIsOpen] = useState(false)
  return (
    <>
      <Slot.Root onClick={() => setIsOpen(true)}>{button}</Slot.Root>
      {isOpen && (
        <Suspense>
          <TermsDialog
            kind={kind}
            about={{ proposal_id: proposal.id, terms: proposal.terms }}
            from={from}
            onClose={() => setIsOpen(false)}
          />
        </Suspense>
      )}
    </>
  )
}

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
