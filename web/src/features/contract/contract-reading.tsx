import { Eye } from 'lucide-react'
import type { ReactNode } from 'react'
import { Link } from 'react-router'
import { AcceptanceLog, AgreedTerms } from '@/features/contract/documents/agreed-terms'
import { ContractMoney } from '@/features/contract/money/contract-money'
import { ContractTimeline } from '@/features/contract/contract-timeline'
import { nameOf } from '@/features/contract/milestones/milestone-text'
import { MilestoneList } from '@/features/contract/milestones/milestone-list'
import { allNext, nextDateWords, nextWords } from '@/features/contract/next-step/next-steps'
import type { Contract } from '@/features/contract/queries'
import { paths } from '@/lib/paths'
import { Card } from '@/ui/card'
import { EmptyState } from '@/ui/empty-state'

const NOTHING = { mayFulfil: false, mayNegotiate: false, mayPay: false }

/** A contract as administrators read it who decide a dispute over it, without any action. */
export function ContractReading({ contract }: { contract: Contract }) {
  if (contract.disputes.length === 0) {
    return (
      <EmptyState
        icon={Eye}
        title="Não há caso aberto sobre este contrato"
        description="O contrato é das duas partes. A administração o lê quando há uma disputa sobre ele."
      />
    )
  }
  return (
    <>
      <Card className="mb-6 flex flex-col gap-3 p-5">
        <p className="flex gap-2.5 text-sm">
          <Eye className="mt-0.5 size-4 shrink-0 text-muted" aria-hidden />
          <span>
            Você lê este contrato porque há uma disputa sobre ele. Nada aqui cabe à administração; a conversa
            das partes fica entre elas.
          </span>
        </p>
        <DisputeLinks contract={contract} />
      </Card>
      <Waiting contract={contract} />
      <div className="grid gap-8 lg:grid-cols-[minmax(0,1fr)_20rem]">
        <div className="flex min-w-0 flex-col gap-8">
          <MilestoneList
            contract={contract}
            side="company"
            mays={NOTHING}
            dispute={undefined}
            fiscal={undefined}
          />
          <Part title="O que foi combinado">
            <AgreedTerms contract={contract} />
            <AcceptanceLog contractId={contract.id} />
          </Part>
        </div>
        <div className="flex min-w-0 flex-col gap-8">
          <Part title="Valores">
            <ContractMoney contract={contract} side="company" />
          </Part>
          <Part title="Histórico">
            <ContractTimeline contractId={contract.id} namesMilestones={contract.milestones.length > 1} />
          </Part>
        </div>
      </div>
    </>
  )
}

function DisputeLinks({ contract }: { contract: Contract }) {
  return (
    <ul className="flex flex-col gap-1 text-sm">
      {contract.disputes.map(({ id, milestone_id }) => {
        const milestone = contract.milestones.find((one) => one.id === milestone_id)
        return (
          <li key={id}>
            <Link to={paths.dispute(contract.id, id)} className="underline underline-offset-2">
              Disputa: {milestone === undefined ? 'marco' : nameOf(contract, milestone)}
            </Link>
          </li>
        )
      })}
    </ul>
  )
}

const SIDES = { company: 'Empresa', professional: 'Profissional' } as const

/** The next step of each side, in the words of the waiting side. */
function Waiting({ contract }: { contract: Contract }) {
  const all = allNext(contract)
  if (all.length === 0) return null
  return (
    <Card className="mb-6 p-5">
      <section aria-labelledby="de-quem-e-a-vez" className="flex flex-col gap-2 text-sm">
        <h2 id="de-quem-e-a-vez" className="font-semibold">
          De quem é a vez
        </h2>
        <ul className="flex flex-col gap-1">
          {all.map((next) => {
            const date = nextDateWords(next)
            const asked = nextWords(contract, next, next.side === 'company' ? 'professional' : 'company')
            return (
              <li key={`${next.kind}${next.side}${next.milestone?.id ?? ''}${next.to ?? ''}`}>
                <span className="font-medium">{SIDES[next.side]}:</span> {asked}
                {date !== undefined && <span className="text-muted"> ({date})</span>}
              </li>
            )
          })}
        </ul>
      </section>
    </Card>
  )
}

function Part({ title, children }: { title: string; children: ReactNode }) {
  return (
    <section aria-label={title} className="flex flex-col gap-3">
      <h2 className="text-lg font-semibold">{title}</h2>
      {children}
    </section>
  )
}
