import { ExternalLink, TriangleAlert } from 'lucide-react'
import { INVOICE_KINDS } from '@/api/words'
import { Answer } from '@/features/fiscal/answer'
import { useAnswerInvoice, type Invoice, type FiscalProps } from '@/features/fiscal/queries'
import { SendInvoice } from '@/features/fiscal/invoice/send-invoice'
import { INVOICE_LOOKS, lookUpAddress } from '@/features/fiscal/text'
import { formatDay } from '@/lib/format'
import { formatMoney, ofCents } from '@/lib/money'
import { Badge } from '@/ui/badge'

type InvoicePartProps = FiscalProps & { invoice: Invoice | undefined }

/** The state of a milestone's invoice, and what the reader's side may do. */
export function InvoicePart({ contractId, milestone, side, mayPay, invoice }: InvoicePartProps) {
  const { label, tone } = INVOICE_LOOKS[invoice?.status ?? 'pending']
  const isTold = invoice !== undefined && invoice.status !== 'pending'
  const maySend = side === 'professional' && mayPay && invoice?.status !== 'checked'
  return (
    <div className="flex flex-col gap-3">
      <p className="flex flex-wrap items-center gap-2">
        {invoice === undefined ? 'Nota fiscal' : INVOICE_KINDS[invoice.kind]}
        <Badge tone={tone}>{label}</Badge>
      </p>
      {isTold ? <Told invoice={invoice} /> : <Missing side={side} />}
      {isTold && side === 'company' && mayPay && <CompanyAnswer invoice={invoice} />}
      {maySend && <SendInvoice contractId={contractId} milestone={milestone} invoice={invoice} />}
    </div>
  )
}

function Missing({ side }: { side: FiscalProps['side'] }) {
  return (
    <p className="max-w-measure text-muted">
      {side === 'professional'
        ? 'Envie a nota deste marco: o arquivo XML ou PDF, ou a chave de acesso. Quem recebe como pessoa física envia o RPA.'
        : 'O profissional ainda não enviou a nota deste marco.'}
    </p>
  )
}

function Told({ invoice }: { invoice: Invoice }) {
  const {
    access_key,
    number,
    verification_code,
    issued_on,
    value_cents,
    is_read,
    differences,
    reason,
    status,
  } = invoice
  return (
    <>
      <p className="max-w-measure break-words text-muted">
        Nº {number}
        {verification_code !== null && `, código ${verification_code}`}, de {formatDay(issued_on ?? '')},{' '}
        <span className="figures">{formatMoney(ofCents(value_cents ?? 0))}</span>.{' '}
        {is_read ? 'Dados lidos do XML.' : 'Dados informados por quem enviou.'}
      </p>
      {access_key !== null && (
        <p className="break-all text-muted">
          Chave <span className="figures">{access_key}</span>{' '}
          <a
            href={lookUpAddress(access_key)}
            target="_blank"
            rel="noreferrer"
            className="inline-flex items-center gap-1 underline"
          >
            Consultar no portal nacional
            <ExternalLink className="size-3.5" aria-hidden />
          </a>
        </p>
      )}
      {differences.length > 0 && status !== 'checked' && <Differences all={differences} />}
      {status === 'refused' && reason !== null && <p className="break-words">Recusa: {reason}</p>}
    </>
  )
}

function Differences({ all }: { all: readonly string[] }) {
  return (
    <ul aria-label="Divergências" className="flex max-w-measure flex-col gap-1">
      {all.map((one) => (
        <li key={one} className="flex gap-2">
          <TriangleAlert className="mt-0.5 size-4 shrink-0 text-warning" aria-hidden />
          <span className="min-w-0 break-words">{one}</span>
        </li>
      ))}
    </ul>
  )
}

/** The company checks the invoice that was sent; it may still refuse a checked one that was cancelled later. */
function CompanyAnswer({ invoice }: { invoice: Invoice }) {
  const answer = useAnswerInvoice()
  if (invoice.status === 'refused') return null
  const isChecked = invoice.status === 'checked'
  return (
    <Answer
      {...(!isChecked && { yes: 'Confirmar nota' })}
      no={isChecked ? 'A nota foi cancelada' : 'Recusar nota'}
      sendNo="Enviar recusa"
      why="Por que recusar a nota?"
      pending={answer.isPending}
      onAnswer={(accept, reason) =>
        answer.mutateAsync({ invoice_id: invoice.id, accept, ...(reason === undefined ? {} : { reason }) })
      }
    />
  )
}
