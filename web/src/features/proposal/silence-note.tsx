import { TriangleAlert } from 'lucide-react'
import { ACCEPTANCE_DAYS } from '@/api/limits'

type SilenceNoteProps = { side: 'company' | 'professional' }

/** The notice about acceptance by silence, shown before anybody agrees to a contract. */
export function SilenceNote({ side }: SilenceNoteProps) {
  const days = `${String(ACCEPTANCE_DAYS)} dias`
  return (
    <div
      role="note"
      aria-label="Aceite por silêncio"
      className="flex items-start gap-3 rounded border border-line bg-warning-soft p-3 text-sm text-ink"
    >
      <TriangleAlert className="mt-0.5 size-4 shrink-0 text-warning" aria-hidden />
      <p className="min-w-0">
        <strong className="font-semibold">Aceite por silêncio em {days}.</strong>{' '}
        {side === 'company'
          ? `A cada entrega, você tem ${days} para aprovar ou pedir ajustes. Sem resposta, a entrega é aceita e o marco fica devido. O contrato traz esta regra, e aceitar a proposta é concordar com ela.`
          : `A cada entrega, a empresa tem ${days} para aprovar ou pedir ajustes. Sem resposta, a entrega é aceita. O contrato traz esta regra, e enviar os seus termos é concordar com ela.`}
      </p>
    </div>
  )
}
