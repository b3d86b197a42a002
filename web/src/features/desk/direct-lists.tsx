import { useInfiniteQuery } from '@tanstack/react-query'
import { useState } from 'react'
import { DeskLine, DeskList } from '@/features/desk/desk-list'
import { declaredQuery, overdueQuery, refusedQuery } from '@/features/desk/queries'
import { nameOfPart, sidesOf } from '@/features/desk/text'
import { formatDate, formatDay, formatDistance } from '@/lib/format'
import { Badge } from '@/ui/badge'

/** Declared payments that the professional has not answered. */
export function DeclaredList() {
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
export function RefusedList() {
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
export function OverdueList() {
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
