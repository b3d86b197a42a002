import { BanknoteArrowUp } from 'lucide-react'
import { useState, type SubmitEvent } from 'react'
import { BOUNDS, RECEIPT_DAYS } from '@/api/limits'
import { PaperField } from '@/features/contract/documents/paper-fields'
import { usePaper } from '@/features/contract/documents/use-papers'
import { nameOf } from '@/features/contract/milestones/milestone-text'
import { withheldOf, type Contract, type Milestone } from '@/features/contract/queries'
import { STEPS, useStep } from '@/features/contract/steps'
import { calendarDay } from '@/lib/format'
import { difference, formatMoney } from '@/lib/money'
import { Button } from '@/ui/button'
import { Dialog, DialogActions, DialogClose, DialogContent, DialogTrigger } from '@/ui/dialog'
import { Field } from '@/ui/field'
import { Input, Textarea } from '@/ui/input'

type PayDialogProps = { contract: Contract; milestone: Milestone; isPrimary: boolean }

/** The company states that it paid an approved milestone. */
export function PayDialog({ contract, milestone, isPrimary }: PayDialogProps) {
  const [isOpen, setIsOpen] = useState(false)
  const withheld = withheldOf(contract, milestone)
  const net = formatMoney(difference(milestone.value_cents, withheld))
  const taxes =
    withheld > 0
      ? ` Bruto de ${formatMoney(milestone.value_cents)}, ${formatMoney(withheld)} em tributos retidos: pague ${net}.`
      : ''
  return (
    <Dialog open={isOpen} onOpenChange={setIsOpen}>
      <DialogTrigger asChild>
        <Button variant={isPrimary ? 'primary' : 'secondary'}>
          <BanknoteArrowUp className="size-4" aria-hidden />
          Paguei
        </Button>
      </DialogTrigger>
      <DialogContent
        title={`Informar o pagamento de ${net}`}
        description={`${nameOf(contract, milestone)}.${taxes} Pague o profissional como combinaram; aqui fica o registro. Ele tem ${RECEIPT_DAYS} dias para confirmar; sem resposta, conta como recebido.`}
      >
        <PayForm contract={contract} milestone={milestone} onDone={() => setIsOpen(false)} />
      </DialogContent>
    </Dialog>
  )
}

type PayFormProps = { contract: Contract; milestone: Milestone; onDone: () => void }

function usePayForm({ contract, milestone, onDone }: PayFormProps) {
  const [today] = useState(() => calendarDay(Date.now()))
  const first = calendarDay(contract.created_at)
  const [paidOn, setPaidOn] = useState(today)
  const [note, setNote] = useState('')
  const [endToEnd, setEndToEnd] = useState('')
  const paper = usePaper(contract.id)
  const pay = useStep(STEPS.pay, {
    title: 'Pagamento informado!',
    description: 'O profissional confirma o recebimento.',
  })
  const isInTime = paidOn >= first && paidOn <= today

  async function send() {
    if (!isInTime) return
    const receipt = await paper.send()
    await pay.run({
      milestone_id: milestone.id,
      paid_on: paidOn,
      ...(receipt === undefined ? {} : { receipt }),
      ...(endToEnd.trim() === '' ? {} : { end_to_end_id: endToEnd.trim() }),
      ...(note.trim() === '' ? {} : { note: note.trim() }),
    })
    onDone()
  }
  const isSending = pay.isPending || paper.progress !== undefined
  return {
    first,
    today,
    paidOn,
    setPaidOn,
    note,
    setNote,
    endToEnd,
    setEndToEnd,
    paper,
    isInTime,
    isSending,
    send,
  }
}

function PayForm(props: PayFormProps) {
  const { first, today, paidOn, setPaidOn, note, setNote, paper, isInTime, isSending, send, ...pix } =
    usePayForm(props)

  function submit(event: SubmitEvent) {
    event.preventDefault()
    void send().catch(() => undefined)
  }

  return (
    <form noValidate className="flex flex-col gap-4" onSubmit={submit}>
      <Field
        name="paid_on"
        label="Dia do pagamento"
        error={isInTime ? undefined : 'Informe um dia depois do contrato e até hoje.'}
      >
        <Input
          type="date"
          min={first}
          max={today}
          value={paidOn}
          onChange={(event) => setPaidOn(event.target.value)}
        />
      </Field>
      <PaperField
        name="receipt"
        label="Comprovante"
        file={paper.file}
        onFile={paper.choose}
        progress={paper.progress}
      />
      <EndToEndField value={pix.endToEnd} onValue={pix.setEndToEnd} />
      <Field name="note" label="Observação" optional>
        <Textarea
          rows={2}
          maxLength={BOUNDS.direct_payments.note}
          value={note}
          onChange={(event) => setNote(event.target.value)}
        />
      </Field>
      <DialogActions>
        <DialogClose asChild>
          <Button>Cancelar</Button>
        </DialogClose>
        <Button type="submit" variant="primary" loading={isSending}>
          Informar pagamento
        </Button>
      </DialogActions>
    </form>
  )
}

function EndToEndField({ value, onValue }: { value: string; onValue: (value: string) => void }) {
  return (
    <Field
      name="end_to_end_id"
      label="Identificador do Pix (E2E)"
      hint="Começa com E e está no comprovante. Depois de uma contestação, ele ou o comprovante é obrigatório."
      optional
    >
      <Input maxLength={40} value={value} onChange={(event) => onValue(event.target.value)} />
    </Field>
  )
}
