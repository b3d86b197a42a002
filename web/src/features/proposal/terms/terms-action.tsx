import { lazy, Suspense, useState, type ReactNode } from 'react'
import { Slot } from 'radix-ui'
import type { TermsKind } from '@/features/proposal/terms/terms-kinds'
import type { Negotiated, Terms } from '@/features/proposal/terms/terms'

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

/** Writes other terms of a proposal, upon those that are on the screen. */
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
