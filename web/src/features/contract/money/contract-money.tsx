import type { Contract } from '@/features/contract/queries'
import { sumsOf } from '@/features/contract/money/sums'
import type { ContractSide } from '@/features/contract/side'
import { formatMoney, type Money } from '@/lib/money'

/** The money of a contract at a glance: held, paid and open. */
export function ContractMoney({ contract, side }: { contract: Contract; side: ContractSide }) {
  const sums = sumsOf(contract)
  const isHeld = contract.settlement === 'guarantee'
  return (
    <div className="flex flex-col gap-3">
      <dl className="flex flex-col gap-2 text-sm">
        <Amount label="Valor do contrato" amount={contract.value_cents} strong />
        {isHeld && <Amount label="Em garantia" amount={sums.held} />}
        <Amount label={isHeld ? 'Liberado' : 'Pago'} amount={sums.settled} />
        <Amount label="A pagar" amount={sums.owed} />
        <Amount label="Por entregar ou aprovar" amount={sums.planned} />
        {side === 'professional' && sums.fee > 0 && (
          <>
            <Amount label="Taxa de serviço" amount={sums.fee} />
            <Amount label="Você recebe" amount={sums.net} strong />
          </>
        )}
      </dl>
      <p className="text-sm text-muted">
        {isHeld
          ? 'O que é pago por Pix antes da aprovação fica em garantia na instituição de pagamento até ela.'
          : 'Acerto direto, por marcos: a empresa paga o profissional e informa aqui; ele confirma. Sem taxa.'}
      </p>
    </div>
  )
}

function Amount({ label, amount, strong = false }: { label: string; amount: Money; strong?: boolean }) {
  return (
    <div className="flex items-baseline justify-between gap-4">
      <dt className={strong ? 'font-medium' : 'text-muted'}>{label}</dt>
      <dd className={strong ? 'figures font-medium' : 'figures'}>{formatMoney(amount)}</dd>
    </div>
  )
}
