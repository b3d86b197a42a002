import { TAXES } from '@/api/words'
import { Answer } from '@/features/fiscal/answer'
import { useAnswerLines, type Withholding, type FiscalProps } from '@/features/fiscal/queries'
import { LINE_LOOKS } from '@/features/fiscal/text'
import { WithholdDialog } from '@/features/fiscal/withheld/withhold-dialog'
import { formatDeadline } from '@/lib/format'
import { difference, formatMoney, ofCents, sumOf, type Money } from '@/lib/money'
import { Badge } from '@/ui/badge'

type WithheldPartProps = FiscalProps & {
  /** The lines of the last round. */
  lines: readonly Withholding[]
  mayRecord: boolean
  isSettled: boolean
}

/** The taxes withheld from a milestone, the net value, and the answers of the two sides. */
export function WithheldPart({ milestone, side, mayPay, lines, mayRecord, isSettled }: WithheldPartProps) {
  const [first] = lines
  const isWaiting = first?.status === 'proposed'
  return (
    <div className="flex flex-col gap-3 empty:hidden">
      {first !== undefined && <Lines lines={lines} first={first} side={side} isSettled={isSettled} />}
      {isWaiting && side === 'professional' && mayPay && !isSettled && (
        <LinesAnswer milestoneId={milestone.id} round={first.round} />
      )}
      {mayRecord && (
        <WithholdDialog milestone={milestone} lines={first?.status === 'contested' ? [] : lines} />
      )}
    </div>
  )
}

type LinesProps = {
  lines: readonly Withholding[]
  first: Withholding
  side: FiscalProps['side']
  isSettled: boolean
}

function Lines({ lines, first, side, isSettled }: LinesProps) {
  const { label, tone } = LINE_LOOKS[first.status]
  const gross = ofCents(first.gross_cents)
  const withheld = sumOf(lines.map(({ value_cents, settled_cents }) => ofCents(settled_cents ?? value_cents)))
  const above = sumOf(lines.map(excessOf))
  const isPart = lines.some(
    ({ settled_cents, value_cents }) => settled_cents !== null && settled_cents !== value_cents,
  )
  return (
    <>
      <p className="flex flex-wrap items-center gap-2">
        Retenções <Badge tone={tone}>{label}</Badge>
      </p>
      <dl className="grid max-w-md grid-cols-[1fr_auto] gap-x-6 gap-y-1">
        <Amount name="Bruto" value={formatMoney(gross)} />
        {lines.map(({ id, tax, rate, base_cents, value_cents, settled_cents }) => (
          <Amount
            key={id}
            name={`${TAXES[tax]}, ${percent(rate)} de ${formatMoney(ofCents(base_cents))}`}
            value={`−\u00a0${formatMoney(ofCents(settled_cents ?? value_cents))}`}
          />
        ))}
        {!isPart && first.status !== 'contested' && (
          <Amount name="Líquido" value={formatMoney(difference(gross, withheld))} isTotal />
        )}
      </dl>
      {isPart && <p className="text-muted">O marco foi dividido: cada tributo, na mesma proporção.</p>}
      {first.status === 'proposed' && above > 0 && (
        <p className="max-w-measure text-warning">
          {formatMoney(above)} acima do que a lei manda reter deste marco.
        </p>
      )}
      <Laws lines={lines} />
      <p className="max-w-measure break-words text-muted">{sentence(first, side, isSettled, above > 0)}</p>
    </>
  )
}

/** The part of a line that exceeds the lawful amount; zero for older lines, which store no lawful amount. */
function excessOf({ value_cents, lawful_cents }: Withholding): Money {
  return ofCents(lawful_cents === null ? 0 : Math.max(0, value_cents - lawful_cents))
}

/** The legal basis of each tax, and the company's reason. */
function Laws({ lines }: { lines: readonly Withholding[] }) {
  const told = lines.filter(({ law }) => law !== null)
  if (told.length === 0) return null
  return (
    <details className="max-w-measure text-muted">
      <summary className="cursor-pointer">Base legal</summary>
      <ul className="mt-1 flex list-disc flex-col gap-1 pl-5">
        {told.map(({ id, tax, law, lawful_cents }) => (
          <li key={id} className="break-words">
            {TAXES[tax]}: {law}. Pela lei, {formatMoney(ofCents(lawful_cents ?? 0))}.
          </li>
        ))}
      </ul>
    </details>
  )
}

function Amount({ name, value, isTotal = false }: { name: string; value: string; isTotal?: boolean }) {
  const look = isTotal ? 'border-t border-line pt-1 font-medium' : ''
  return (
    <>
      <dt className={`min-w-0 break-words ${isTotal ? look : 'text-muted'}`}>{name}</dt>
      <dd className={`figures text-right whitespace-nowrap ${look}`}>{value}</dd>
    </>
  )
}

/** A rate such as `4,65%`; the server writes it with a dot. */
function percent(rate: number | string): string {
  const [whole = '', places = ''] = String(rate).split('.')
  const kept = places.replace(/0+$/, '')
  return `${whole}${kept === '' ? '' : `,${kept}`}%`
}

function sentence(
  first: Withholding,
  side: FiscalProps['side'],
  isSettled: boolean,
  isAbove: boolean,
): string {
  const { status, answer_due_at, reason } = first
  if (status === 'contested')
    return `Contestadas pelo profissional: ${reason ?? ''} Sem acordo, vale o bruto.`
  if (isSettled)
    return 'A empresa recolhe os tributos retidos em nome do profissional e envia o comprovante. A taxa é do bruto.'
  if (status === 'agreed')
    return 'O pagamento é do líquido; a empresa recolhe os tributos. A taxa é do bruto.'
  if (isAbove)
    return side === 'professional'
      ? 'Aceite só se concordar: sem a sua resposta, nada é retido e vale o bruto.'
      : 'Só valem com o aceite do profissional. Sem resposta, nada é retido e vale o bruto.'
  const due = formatDeadline(answer_due_at)
  return side === 'professional'
    ? `Aceite ou conteste até ${due}. Sem resposta, valem.`
    : `O profissional responde até ${due}; sem resposta, valem. Aprovar antes disso libera o bruto.`
}

function LinesAnswer({ milestoneId, round }: { milestoneId: string; round: number }) {
  const answer = useAnswerLines()
  return (
    <Answer
      yes="Aceitar retenções"
      no="Contestar"
      sendNo="Enviar contestação"
      why="Por que contestar as retenções?"
      pending={answer.isPending}
      onAnswer={(accept, reason) =>
        answer.mutateAsync({
          milestone_id: milestoneId,
          round,
          accept,
          ...(reason === undefined ? {} : { reason }),
        })
      }
    />
  )
}
