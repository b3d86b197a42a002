import { useState } from 'react'
import { useMember } from '@/api/session/session'
import { Balance, Payouts } from '@/features/finance/balance'
import { OwedList } from '@/features/finance/owed-list'
import { Statement } from '@/features/finance/statement'
import { FiscalExport, PendingInvoices } from '@/features/fiscal/fiscal-records'
import { ReceiverSection } from '@/features/receiver/receiver-section'
import { formatDate } from '@/lib/format'
import { useTitle } from '@/lib/navigation/use-title'
import { PageHeader } from '@/ui/page-header'

export function FinancePage() {
  useTitle('Financeiro')
  const { party } = useMember()
  const [printedAt] = useState(() => new Date())
  return (
    <>
      <PageHeader
        above={
          <p className="hidden text-sm text-muted print:block">
            {party.name}, em {formatDate(printedAt)}
          </p>
        }
        title="Financeiro"
        description="Quem deve o quê a quem: o que vence, o que já passou e cada lançamento."
      />
      <div className="flex flex-col gap-10">
        <Balance partyId={party.id} isEarning={party.role === 'professional'} />
        {party.role === 'professional' && <ReceiverSection partyId={party.id} />}
        <section aria-labelledby="owed" className="flex flex-col gap-4">
          <h2 id="owed" className="text-lg font-semibold">
            Marcos aprovados a pagar e a receber
          </h2>
          <OwedList partyId={party.id} />
        </section>
        <section aria-labelledby="invoices" className="flex flex-col gap-4">
          <h2 id="invoices" className="text-lg font-semibold">
            Notas pendentes
          </h2>
          <PendingInvoices partyId={party.id} />
          <FiscalExport partyId={party.id} />
        </section>
        <Payouts partyId={party.id} />
        <Statement partyId={party.id} />
      </div>
    </>
  )
}
