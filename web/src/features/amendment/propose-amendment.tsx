import { FilePlus2 } from 'lucide-react'
import { useState, type SubmitEvent } from 'react'
import { AMENDMENT_SHIFT_MAX, BOUNDS } from '@/api/limits'
import { usePropose } from '@/features/amendment/queries'
import { toDecimal, type Money } from '@/lib/money'
import { Button } from '@/ui/button'
import { Dialog, DialogActions, DialogClose, DialogContent, DialogTrigger } from '@/ui/dialog'
import { Field } from '@/ui/field'
import { Input, Textarea } from '@/ui/input'
import { MoneyInput } from '@/ui/money-input'

type ProposeAmendmentProps = { contractId: string; settlement: 'direct' | 'guarantee' }

/** Offers to add work to a contract. */
export function ProposeAmendment({ contractId, settlement }: ProposeAmendmentProps) {
  const [isOpen, setIsOpen] = useState(false)
  const guarantee = settlement === 'guarantee' ? ' A garantia dele se deposita antes do início.' : ''
  return (
    <Dialog open={isOpen} onOpenChange={setIsOpen}>
      <DialogTrigger asChild>
        <Button>
          <FilePlus2 className="size-4" aria-hidden />
          Propor aditivo
        </Button>
      </DialogTrigger>
      <DialogContent
        title="Propor aditivo"
        description={`Aceito pela outra parte, vira um marco do contrato.${guarantee}`}
      >
        <ProposeForm contractId={contractId} onDone={() => setIsOpen(false)} />
      </DialogContent>
    </Dialog>
  )
}

function useProposal(contractId: string, onDone: () => void) {
  const propose = usePropose()
  const [price, setPrice] = useState<Money | null>(null)
  const [texts, setTexts] = useState({ title: '', description: '', reason: '', hours: '', shift: '0' })
  const [wasSent, setWasSent] = useState(false)
  const write = (name: keyof typeof texts) => (event: { target: { value: string } }) =>
    setTexts({ ...texts, [name]: event.target.value })
  const missing = (name: 'title' | 'description' | 'reason') =>
    wasSent && texts[name].trim() === '' ? 'Preencha este campo.' : undefined

  function submit(event: SubmitEvent) {
    event.preventDefault()
    setWasSent(true)
    const { title, description, reason, hours, shift } = texts
    if (price === null || [title, description, reason].some((text) => text.trim() === '')) return
    propose.mutate(
      {
        contract_id: contractId,
        title,
        description,
        reason,
        price: toDecimal(price),
        shift_days: Number.parseInt(shift || '0', 10),
        ...(hours === '' ? {} : { hours: Number.parseInt(hours, 10) }),
      },
      { onSuccess: onDone },
    )
  }
  return { propose, price, setPrice, texts, write, missing, wasSent, submit }
}

function ProposeForm({ contractId, onDone }: { contractId: string; onDone: () => void }) {
  const form = useProposal(contractId, onDone)
  const { texts, write, missing } = form
  return (
    <form noValidate className="flex flex-col gap-4" onSubmit={form.submit}>
      <Field name="title" label="Título" error={missing('title')}>
        <Input maxLength={BOUNDS.amendments.title} value={texts.title} onChange={write('title')} />
      </Field>
      <Field name="description" label="O que será feito" error={missing('description')}>
        <Textarea
          rows={4}
          maxLength={BOUNDS.amendments.description}
          value={texts.description}
          onChange={write('description')}
        />
      </Field>
      <Field
        name="price"
        label="Preço"
        error={form.wasSent && form.price === null ? 'Informe o preço.' : undefined}
      >
        <MoneyInput value={form.price} onValueChange={form.setPrice} />
      </Field>
      <Extent hours={texts.hours} shift={texts.shift} write={write} />
      <Field name="reason" label="Motivo" error={missing('reason')}>
        <Textarea
          rows={3}
          maxLength={BOUNDS.amendments.reason}
          value={texts.reason}
          onChange={write('reason')}
        />
      </Field>
      <DialogActions>
        <DialogClose asChild>
          <Button>Cancelar</Button>
        </DialogClose>
        <Button type="submit" variant="primary" loading={form.propose.isPending}>
          Propor
        </Button>
      </DialogActions>
    </form>
  )
}

type ExtentProps = {
  hours: string
  shift: string
  write: (name: 'hours' | 'shift') => (event: { target: { value: string } }) => void
}

/** How much work it is, and by how much the dates move. */
function Extent({ hours, shift, write }: ExtentProps) {
  return (
    <div className="grid grid-cols-2 gap-4">
      <Field name="hours" label="Horas" optional>
        <Input
          type="number"
          min={1}
          max={10_000}
          inputMode="numeric"
          value={hours}
          onChange={write('hours')}
        />
      </Field>
      <Field name="shift" label="Dias úteis a mais">
        <Input
          type="number"
          min={0}
          max={AMENDMENT_SHIFT_MAX}
          inputMode="numeric"
          value={shift}
          onChange={write('shift')}
        />
      </Field>
    </div>
  )
}
