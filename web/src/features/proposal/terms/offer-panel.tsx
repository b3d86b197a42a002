import { Check, Reply, Undo2, X } from 'lucide-react'
import type { ReactNode } from 'react'
import { RevisionDiff } from '@/features/proposal/terms/terms-view'
import { SilenceNote } from '@/features/proposal/silence-note'
import { STEPS, useStep } from '@/features/proposal/steps'
import { termChanges } from '@/features/proposal/terms/term-changes'
import type { Negotiated, Offer } from '@/features/proposal/terms/terms'
import { TermsAction } from '@/features/proposal/terms/terms-action'
import { formatDateTime } from '@/lib/format'
import { AlertDialog } from '@/ui/alert-dialog'
import { Button } from '@/ui/button'

type OfferPanelProps = {
  proposal: Negotiated & { id: string }
  side: 'company' | 'professional'
  mayNegotiate: boolean
}

/** The company's open counter-offer, against the terms in force, and what each side may answer. */
export function OfferPanel({ proposal, side, mayNegotiate }: OfferPanelProps) {
  const [offer] = proposal.offers
  if (offer === undefined) return null
  const title = side === 'company' ? 'Sua contraproposta aguarda resposta' : 'Contraproposta da empresa'
  return (
    <Panel title={title} offer={offer}>
      <RevisionDiff changes={termChanges(proposal, offer)} />
      {mayNegotiate && (
        <div className="flex flex-wrap gap-2">
          {side === 'company' ? <TakeBack id={proposal.id} /> : <Answers proposal={proposal} offer={offer} />}
        </div>
      )}
    </Panel>
  )
}

function Panel({ title, offer, children }: { title: string; offer: Offer; children: ReactNode }) {
  return (
    <section aria-label={title} className="flex flex-col gap-4 rounded border border-line bg-info-soft p-4">
      <div>
        <h3 className="text-sm font-semibold">{title}</h3>
        <p className="text-sm text-muted">
          Versão {offer.number} · <time dateTime={offer.created_at}>{formatDateTime(offer.created_at)}</time>
        </p>
      </div>
      {offer.note !== null && (
        <p className="max-w-measure text-sm break-words whitespace-pre-line">«{offer.note}»</p>
      )}
      {children}
    </section>
  )
}

function Answers({ proposal, offer }: { proposal: OfferPanelProps['proposal']; offer: Offer }) {
  const answer = useStep(STEPS.answerCounter, 'Contraproposta não respondida')
  const about = { proposal_id: proposal.id, number: offer.number }
  return (
    <>
      <AlertDialog
        trigger={
          <Button loading={answer.isPending}>
            <Check className="size-4" aria-hidden />
            Aceitar contraproposta
          </Button>
        }
        title="Aceitar a contraproposta?"
        description="Os termos da sua proposta passam a ser estes. A empresa é avisada e ainda precisa aceitar a proposta."
        confirmLabel="Aceitar contraproposta"
        onConfirm={() =>
          void answer.run(
            { ...about, accept: true },
            { title: 'Contraproposta aceita', description: 'Agora a empresa pode aceitar a proposta.' },
          )
        }
      >
        <SilenceNote side="professional" />
      </AlertDialog>
      <TermsAction
        kind="answer"
        proposal={proposal}
        from={offer}
        button={
          <Button>
            <Reply className="size-4" aria-hidden />
            Responder com meus termos
          </Button>
        }
      />
      <Button
        variant="ghost"
        loading={answer.isPending}
        onClick={() =>
          void answer.run(
            { ...about, accept: false },
            { title: 'Contraproposta recusada', description: 'Valem os termos que você enviou.' },
          )
        }
      >
        <X className="size-4" aria-hidden />
        Recusar contraproposta
      </Button>
    </>
  )
}

function TakeBack({ id }: { id: string }) {
  const withdraw = useStep(STEPS.withdrawCounter, 'Contraproposta não retirada')
  return (
    <Button
      variant="ghost"
      loading={withdraw.isPending}
      onClick={() =>
        void withdraw.run(
          { proposal_id: id },
          { title: 'Contraproposta retirada', description: 'Vale o que o profissional propôs.' },
        )
      }
    >
      <Undo2 className="size-4" aria-hidden />
      Retirar contraproposta
    </Button>
  )
}
