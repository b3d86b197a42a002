import { Hammer } from 'lucide-react'
import { useState } from 'react'
import { Link } from 'react-router'
import { isBinding } from '@/api/deal/states'
import { ConfirmedStep } from '@/features/contract/confirmed-step'
import { MilestoneActions, type Mays } from '@/features/contract/milestones/milestone-actions'
import {
  alsoFor,
  milestoneAsked,
  nextDateWords,
  nextFor,
  nextWords,
} from '@/features/contract/next-step/next-steps'
import { PixDialog } from '@/features/contract/money/pix-dialog'
import type { Next, NextKind } from '@/features/contract/next-step/open-answers'
import type { Contract } from '@/features/contract/queries'
import { STEPS, useStep } from '@/features/contract/steps'
import { endOf, type ContractSide } from '@/features/contract/side'
import { scrollToAnchor } from '@/lib/navigation/anchor'
import { deliveryAnchor, milestoneAnchor } from '@/lib/paths'
import { Badge } from '@/ui/badge'
import { Button } from '@/ui/button'
import { Card } from '@/ui/card'

type ContractTurnProps = { contract: Contract; side: ContractSide; mays: Mays }

/** The next step: whose it is, its deadline, and the one action for it. */
export function ContractTurn({ contract, side, mays }: ContractTurnProps) {
  const next = nextFor(contract, side)
  const end = endOf(contract)
  if (next === undefined && end === undefined) return null
  const asked = milestoneAsked(contract, side)
  return (
    <Card
      id={asked && milestoneAnchor(asked.id)}
      tabIndex={-1}
      ref={scrollToAnchor}
      className="mb-6 flex flex-col gap-4 p-5"
    >
      <section aria-label="O que vem agora" className="flex flex-col gap-4">
        {end !== undefined && <p className="text-sm break-words">{end}</p>}
        {next !== undefined && <Pending contract={contract} side={side} next={next} />}
        {next !== undefined && (
          <div className="flex flex-wrap gap-2 empty:hidden">
            <NextAction contract={contract} side={side} mays={mays} next={next} />
            <PixAction contract={contract} side={side} mays={mays} next={next} />
            {asked?.status === 'delivered' && (
              <Button asChild variant="ghost">
                <a href={`#${deliveryAnchor(asked.id)}`}>Ver a entrega</a>
              </Button>
            )}
          </div>
        )}
        <Also contract={contract} side={side} />
      </section>
    </Card>
  )
}

function Pending({ contract, side, next }: { contract: Contract; side: ContractSide; next: Next }) {
  const isMine = next.side === side
  const date = nextDateWords(next)
  return (
    <div className="flex flex-col items-start gap-2">
      <Badge tone={isMine ? 'warning' : 'outline'}>{isMine ? 'Sua vez' : 'Vez da outra parte'}</Badge>
      <p className="text-lg font-medium break-words">{nextWords(contract, next, side)}</p>
      {date !== undefined && <p className="figures text-sm text-muted">{upper(date)}.</p>}
      {next.kind === 'start' && isBinding(contract.status) && (
        <p className="text-sm text-muted">Até o início, qualquer lado pode desistir.</p>
      )}
    </div>
  )
}

function upper(words: string): string {
  return words.charAt(0).toUpperCase() + words.slice(1)
}

function NextAction({ contract, side, mays, next }: ContractTurnProps & { next: Next }) {
  if (next.side !== side || next.kind === 'answer') return null
  if (next.to !== undefined) return <Answer to={next.to} kind={next.kind} />
  if (next.kind === 'start') return mays.mayFulfil ? <StartAction id={contract.id} /> : null
  if (next.milestone === undefined || isPix(next)) return null
  return <MilestoneActions contract={contract} milestone={next.milestone} side={side} mays={mays} isPrimary />
}

function isPix({ kind }: Next): boolean {
  return kind === 'deposit' || kind === 'fund'
}

/** Stays open to report the payment, although the next step is already the other side's. */
function PixAction({ contract, side, mays, next }: ContractTurnProps & { next: Next }) {
  const asked = next.side === side && isPix(next) ? next.milestone?.id : undefined
  const [id, setId] = useState(asked)
  if (asked !== undefined && asked !== id) setId(asked)
  const milestone = contract.milestones.find((one) => one.id === id)
  if (side !== 'company' || !mays.mayPay || milestone === undefined) return null
  if (asked === undefined && milestone.held_cents === 0 && milestone.status !== 'released') return null
  return <PixDialog key={milestone.id} contract={contract} milestone={milestone} isPrimary />
}

const ANSWERS: Partial<Record<NextKind, string>> = {
  dispute: 'Responder à disputa',
  decision: 'Ler a decisão',
  split: 'Ler a divisão proposta',
  amendment: 'Ler o aditivo',
  list: 'Ler a lista',
  witness: 'Conferir e testemunhar',
  sign: 'Conferir e assinar',
  withholding: 'Conferir os tributos',
  prove_withheld: 'Enviar o comprovante',
  resend_withheld: 'Ler a contestação',
  check_withheld: 'Conferir o comprovante',
  pay_withheld: 'Ler os tributos retidos',
  confirm_withheld: 'Ler os tributos retidos',
  check_invoice: 'Conferir a nota',
  resend_invoice: 'Enviar a nota',
  invoice: 'Enviar a nota',
}

/** A link to what is answered on another page or further down. */
function Answer({ to, kind }: { to: string; kind: NextKind }) {
  return (
    <Button asChild variant="primary">
      {to.startsWith('#') ? <a href={to}>{ANSWERS[kind]}</a> : <Link to={to}>{ANSWERS[kind]}</Link>}
    </Button>
  )
}

/** The other steps of this side; their buttons are further down. */
function Also({ contract, side }: { contract: Contract; side: ContractSide }) {
  const also = alsoFor(contract, side)
  if (also.length === 0) return null
  return (
    <div className="flex flex-col gap-1.5 border-t border-line pt-3 text-sm">
      <p className="text-muted">Também espera por você:</p>
      <ul className="flex list-disc flex-col gap-1 pl-5">
        {also.map((next) => {
          const date = nextDateWords(next)
          return (
            <li
              key={`${next.kind}${next.milestone?.id ?? ''}${next.to ?? ''}${next.what ?? ''}`}
              className="break-words"
            >
              <AlsoWords to={next.to ?? (next.milestone && `#${milestoneAnchor(next.milestone.id)}`)}>
                {nextWords(contract, next, side)}
              </AlsoWords>
              {date !== undefined && <span className="figures text-muted"> ({date})</span>}
            </li>
          )
        })}
      </ul>
    </div>
  )
}

function AlsoWords({ to, children }: { to: string | undefined; children: string }) {
  if (to === undefined) return children
  const looks = 'inline-block min-h-6 underline underline-offset-2'
  return to.startsWith('#') ? (
    <a href={to} className={looks}>
      {children}
    </a>
  ) : (
    <Link to={to} className={looks}>
      {children}
    </Link>
  )
}

function StartAction({ id }: { id: string }) {
  const start = useStep(STEPS.start, { title: 'Trabalho iniciado!', description: 'A empresa foi avisada.' })
  return (
    <ConfirmedStep
      icon={Hammer}
      label="Iniciar trabalho"
      title="Iniciar o trabalho?"
      description="A partir daqui o contrato termina pela entrega aceita ou por acordo dos dois lados."
      isPrimary
      pending={start.isPending}
      onConfirm={() => start.run({ contract_id: id })}
    />
  )
}
