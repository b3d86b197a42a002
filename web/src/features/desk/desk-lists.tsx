import { useInfiniteQuery } from '@tanstack/react-query'
import { useState } from 'react'
import { useSearchParams } from 'react-router'
import { DeskLine, DeskList } from '@/features/desk/desk-list'
import { DifferenceList } from '@/features/desk/difference-list'
import { DisputeList, HeldList, OrderList, PayoutList } from './lists'
import { declaredQuery, overdueQuery, refusedQuery, type Figures } from '@/features/desk/queries'
import { nameOfPart, sidesOf } from '@/features/desk/text'
import { formatDate, formatDay, formatDistance, formatList } from '@/lib/format'
import { Badge } from '@/ui/badge'
import { FilterTabs } from '@/ui/filter-tabs'

const LISTS = {
  garantias: HeldList,
  divergencias: DifferenceList,
  saques: PayoutList,
  ordens: OrderList,
  disputas: DisputeList,
  declarados: DeclaredList,
  contestados: RefusedList,
  atrasados: OverdueList,
}

type Name = keyof typeof LISTS
type Choice = { value: Name; label: string; count: number; isUrgent: boolean }

/** The lists of the desk, the most urgent first. */
function choicesOf(figures: Figures, hasGuarantee: boolean, isDirect: boolean): Choice[] {
  const choice = (value: Name, label: string, count: number, isUrgent = count > 0): Choice => ({
    value,
    label,
    count,
    isUrgent,
  })
  const held: Choice[] = [
    choice('garantias', 'Garantias', figures.held, false),
    choice('divergencias', 'Sem correspondência', figures.differences),
    choice('ordens', 'Ordens que falham', figures.orders_failing),
    choice('saques', 'Saques', figures.payouts_waiting + figures.payouts_failed, figures.payouts_failed > 0),
  ]
  const direct: Choice[] = [
    choice('declarados', 'Pagos sem resposta', figures.declared, false),
    choice('contestados', 'Contestados', figures.refused_receipts),
    choice('atrasados', 'Em atraso', figures.overdue),
  ]
  return [
    ...(hasGuarantee ? held : []),
    choice('disputas', 'Disputas', figures.disputes),
    ...direct.filter(({ count }) => isDirect || count > 0),
  ]
}

type ListsProps = { figures: Figures; hasGuarantee: boolean; isDirect: boolean }

/** The lists of the desk, under a heading that says which need attention. */
export function DeskLists({ figures, hasGuarantee, isDirect }: ListsProps) {
  const [params, setParams] = useSearchParams()
  const choices = choicesOf(figures, hasGuarantee, isDirect)
  const wanted =
    choices.find(({ value }) => value === params.get('lista')) ??
    choices.find(({ isUrgent }) => isUrgent) ??
    choices[0]
  if (wanted === undefined) return null
  const List = LISTS[wanted.value]
  return (
    <section aria-labelledby="listas">
      <h2 id="listas" className="mb-3 text-lg font-semibold">
        {waiting(choices)}
      </h2>
      <FilterTabs
        label="O que olhar"
        options={choices}
        value={wanted.value}
        onValueChange={(lista) =>
          setParams({ aba: 'dinheiro', lista }, { replace: true, preventScrollReset: true })
        }
      />
      <List />
    </section>
  )
}

function waiting(choices: readonly Choice[]): string {
  const urgent = choices.flatMap(({ label, isUrgent }) => (isUrgent ? label.toLowerCase() : []))
  if (urgent.length === 0) return 'Nada espera por você'
  return `${urgent.length === 1 ? 'Pede' : 'Pedem'} atenção: ${formatList(urgent)}`
}

/** Declared payments that the professional has not answered. */
function DeclaredList() {
  return (
    <DeskList
      query={useInfiniteQuery(declaredQuery())}
      label="Pagamentos sem resposta"
      noun="pagamentos"
      empty={{ title: 'Nenhum pagamento sem resposta', description: 'Todo “paguei” já foi respondido.' }}
      line={({ value_cents, paid_on, confirm_due_at, milestone, contract }) => (
        <DeskLine
          title={nameOfPart(contract, milestone.position)}
          about={`${sidesOf(contract)}. Pago em ${formatDay(paid_on)}, segundo a empresa.`}
          amount={value_cents}
          when={`vale como recebido em ${formatDate(confirm_due_at)}`}
        />
      )}
    />
  )
}

/** Payments that the professional says did not arrive, still owed. */
function RefusedList() {
  return (
    <DeskList
      query={useInfiniteQuery(refusedQuery())}
      label="Recebimentos contestados"
      noun="contestações"
      empty={{
        title: 'Nenhum recebimento contestado',
        description: 'Ninguém disse que um pagamento não chegou.',
      }}
      line={({ position, value_cents, owed_due_on, contract, direct_payments: [refused] }) => (
        <DeskLine
          title={nameOfPart(contract, position)}
          about={`${sidesOf(contract)}. ${refused?.reason ?? ''}`}
          amount={value_cents}
          when={`a pagar até ${formatDay(owed_due_on ?? '')}`}
        />
      )}
    />
  )
}

/** Accepted milestones whose day of payment has passed. */
function OverdueList() {
  const [now] = useState(() => Date.now())
  return (
    <DeskList
      query={useInfiniteQuery(overdueQuery())}
      label="Pagamentos em atraso"
      noun="marcos"
      empty={{
        title: 'Nenhum pagamento em atraso',
        description: 'O que foi aprovado foi pago, ou ainda está no prazo.',
      }}
      line={({ position, value_cents, owed_due_on, contract }) => (
        <DeskLine
          badge={<Badge tone="danger">Em atraso</Badge>}
          title={nameOfPart(contract, position)}
          about={sidesOf(contract)}
          amount={value_cents}
          when={`venceu ${formatDistance(`${owed_due_on ?? ''}T12:00:00-03:00`, now)}`}
        />
      )}
    />
  )
}
