import { useQuery } from '@tanstack/react-query'
import { Send } from 'lucide-react'
import { lazy, Suspense, useState } from 'react'
import { PROPOSALS_PARTY_MAX } from '@/api/limits'
import type { Wanted } from '@/features/proposal/propose/proposal-dialog'
import { nextNumber, sentProposalsQuery } from '@/features/proposal/own/sent-proposals'
import { Button } from '@/ui/button'

const ProposalDialog = lazy(async () => ({
  default: (await import('@/features/proposal/propose/proposal-dialog')).ProposalDialog,
}))

type SendAgainProps = {
  after: { id: string; invites_new: boolean }
  project: Wanted
  professionalId: string
}

/** The button for another proposal, shown at the last failed one while attempts are left. */
export function SendAgain({ after, project, professionalId }: SendAgainProps) {
  const [isOpen, setIsOpen] = useState(false)
  const { data: sent = [] } = useQuery(sentProposalsQuery(project.id, professionalId))
  if (sent[0]?.id !== after.id) return null
  const number = nextNumber(sent)
  if (number === undefined)
    return <p className="text-sm text-muted">Este projeto já recebeu {PROPOSALS_PARTY_MAX} propostas suas.</p>
  return (
    <>
      {after.invites_new && (
        <p className="basis-full text-sm font-medium">A empresa convida você a enviar outra proposta.</p>
      )}
      <Button onClick={() => setIsOpen(true)}>
        <Send className="size-4" aria-hidden />
        Enviar nova proposta ({number} de {PROPOSALS_PARTY_MAX})
      </Button>
      {isOpen && (
        <Suspense>
          <ProposalDialog project={project} professionalId={professionalId} open onOpenChange={setIsOpen} />
        </Suspense>
      )}
    </>
  )
}
