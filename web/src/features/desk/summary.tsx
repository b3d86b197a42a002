import type { Figures } from '@/features/desk/queries'
import { formatCount } from '@/lib/format'
import { formatMoney, ofCents } from '@/lib/money'
import { Card, Stat } from '@/ui/card'

type SummaryProps = { figures: Figures; institution: string | null; hasGuarantee: boolean }

/** The totals of held money, or, without an institution, the totals that the sides declare. */
export function Summary({ figures, institution, hasGuarantee }: SummaryProps) {
  return (
    <div className="flex flex-col gap-4">
      <p className="max-w-measure text-sm text-muted">
        {institution === null
          ? 'Acerto direto, por marcos: as empresas pagam aos profissionais sem instituição entre eles. Abaixo, o que cada lado diz ter pago e recebido.'
          : `Valores em garantia em ${institution}. Abaixo, de quem são e o que precisa de alguém.`}
      </p>
      <Card className="p-5">
        <dl className="grid gap-6 sm:grid-cols-2 2xl:grid-cols-4">
          {hasGuarantee ? <GuaranteeStats figures={figures} /> : <DirectStats figures={figures} />}
        </dl>
      </Card>
    </div>
  )
}

function GuaranteeStats({ figures }: { figures: Figures }) {
  const { held, held_cents, available_cents, payouts_waiting, payouts_waiting_cents } = figures
  const { fee_cents, contested_cents, owed_cents } = figures
  return (
    <>
      <Stat
        label="Em garantia"
        value={formatMoney(ofCents(held_cents))}
        hint={formatCount(held, 'marco pago que espera aprovação', 'marcos pagos que esperam aprovação')}
      />
      <Stat
        label="Liberado e não sacado"
        value={formatMoney(ofCents(available_cents))}
        hint={
          payouts_waiting === 0
            ? 'Nenhum saque a caminho'
            : `${formatCount(payouts_waiting, 'saque', 'saques')} a caminho: ${formatMoney(ofCents(payouts_waiting_cents))}`
        }
      />
      <Stat
        label="Contestado no banco"
        value={formatMoney(ofCents(contested_cents))}
        hint={
          owed_cents === 0
            ? 'Nenhum profissional deve por isso'
            : `${formatMoney(ofCents(owed_cents))} devidos por profissionais`
        }
      />
      <Stat label="Taxa ganha" value={formatMoney(ofCents(fee_cents))} hint="Desde o começo" />
    </>
  )
}

function DirectStats({ figures }: { figures: Figures }) {
  const { declared, declared_cents, refused_receipts, refused_cents, overdue, overdue_cents } = figures
  return (
    <>
      <Stat
        label="Pago, sem resposta"
        value={formatMoney(ofCents(declared_cents))}
        hint={formatCount(declared, 'pagamento espera o profissional', 'pagamentos esperam o profissional')}
      />
      <Stat
        label="Recebimento contestado"
        value={formatMoney(ofCents(refused_cents))}
        hint={formatCount(refused_receipts, 'marco não recebido', 'marcos não recebidos')}
      />
      <Stat
        label="Em atraso"
        value={formatMoney(ofCents(overdue_cents))}
        hint={formatCount(overdue, 'marco vencido', 'marcos vencidos')}
      />
      <Stat label="Disputas abertas" value={String(figures.disputes)} hint="Sobre marcos sem garantia" />
    </>
  )
}
