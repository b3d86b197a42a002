import { useQuery } from '@tanstack/react-query'
import { Percent } from 'lucide-react'
import { useState, type SubmitEvent } from 'react'
import { errorSentence } from '@/api/errors'
import { TAXES } from '@/api/words'
import { linesToSend, rowsOf, usual, type Lines, rateOf } from '@/features/fiscal/withheld/lines'
import {
  itemsQuery,
  suggestLines,
  useRecordLines,
  type Withholding,
  type FiscalMilestone,
} from '@/features/fiscal/queries'
import { TAX_ORDER } from '@/features/fiscal/text'
import { difference, formatMoney, ofCents, sumOf } from '@/lib/money'
import { Button } from '@/ui/button'
import { Checkbox } from '@/ui/checkbox'
import { Dialog, DialogActions, DialogClose, DialogContent, DialogTrigger } from '@/ui/dialog'
import { Field } from '@/ui/field'
import { Input } from '@/ui/input'
import { MoneyInput } from '@/ui/money-input'
import { Select } from '@/ui/select'
import { toast } from '@/lib/toast'

type WithholdDialogProps = { milestone: FiscalMilestone; lines: readonly Withholding[] }

/** The dialog in which the company records the taxes it withholds from a milestone, starting from suggestions. */
export function WithholdDialog({ milestone, lines }: WithholdDialogProps) {
  const [isOpen, setIsOpen] = useState(false)
  return (
    <Dialog open={isOpen} onOpenChange={setIsOpen}>
      <div>
        <DialogTrigger asChild>
          <Button variant="ghost">
            <Percent className="size-4" aria-hidden />
            {lines.length === 0 ? 'Registrar retenções' : 'Trocar retenções'}
          </Button>
        </DialogTrigger>
      </div>
      <DialogContent
        title="Retenções de tributos"
        description="Informe o que a lei manda a empresa reter deste marco. O profissional aceita ou contesta; até lá nada é retido. O que passar da lei só vale com o aceite dele, nunca pelo silêncio."
      >
        <WithholdForm milestone={milestone} lines={lines} onDone={() => setIsOpen(false)} />
      </DialogContent>
    </Dialog>
  )
}

type WithholdFormProps = WithholdDialogProps & { onDone: () => void }

function useLines({ milestone, lines, onDone }: WithholdFormProps) {
  const gross = ofCents(milestone.value_cents)
  const record = useRecordLines()
  const [rows, setRows] = useState<Lines>(() => rowsOf(lines))
  const [facts, setFacts] = useState({ labour: false, iss: '', item: '' })
  const [isAsking, setIsAsking] = useState(false)
  const { labour, item } = facts
  const grounds = { labour, ...(item === '' ? {} : { iss_item: item }) }

  async function suggest() {
    setIsAsking(true)
    try {
      const iss = rateOf(facts.iss)
      const { lines: found } = await suggestLines({
        milestone_id: milestone.id,
        ...grounds,
        ...(iss === null ? {} : { iss_rate: iss }),
      })
      setRows(usual(found))
    } catch (error) {
      toast({ variant: 'destructive', title: 'Sem sugestão', description: errorSentence(error) })
    } finally {
      setIsAsking(false)
    }
  }

  function submit(event: SubmitEvent) {
    event.preventDefault()
    const sent = linesToSend(rows, gross)
    if (sent !== null)
      record.mutate({ milestone_id: milestone.id, ...grounds, lines: sent }, { onSuccess: onDone })
  }
  return { gross, record, rows, setRows, facts, setFacts, isAsking, suggest, submit }
}

function WithholdForm(props: WithholdFormProps) {
  const form = useLines(props)
  const { gross, rows, setRows } = form
  const withheld = sumOf(TAX_ORDER.flatMap((tax) => rows[tax].value ?? []))
  return (
    <form noValidate className="flex flex-col gap-4" onSubmit={form.submit}>
      <FactFields form={form} milestoneId={props.milestone.id} />
      <div className="flex flex-col gap-3">
        {TAX_ORDER.map((tax) => (
          <div key={tax} className="grid grid-cols-[5.5rem_1fr] gap-x-3">
            <Field name={`rate-${tax}`} label={`${tax.toUpperCase()}, %`}>
              <Input
                inputMode="decimal"
                maxLength={6}
                autoComplete="off"
                value={rows[tax].rate}
                onChange={(event) => setRows({ ...rows, [tax]: { ...rows[tax], rate: event.target.value } })}
              />
            </Field>
            <Field name={`value-${tax}`} label={`Valor de ${TAXES[tax]}`}>
              <MoneyInput
                value={rows[tax].value}
                onValueChange={(value) => setRows({ ...rows, [tax]: { ...rows[tax], value } })}
              />
            </Field>
          </div>
        ))}
      </div>
      <p className="figures text-sm" aria-live="polite">
        Bruto {formatMoney(gross)} − retido {formatMoney(withheld)} ={' '}
        <strong>líquido {formatMoney(difference(gross, withheld))}</strong>
      </p>
      {linesToSend(rows, gross) === null && (
        <p role="alert" className="text-sm text-danger">
          Informe a alíquota e o valor de cada tributo, até a alíquota sobre o bruto.
        </p>
      )}
      <DialogActions>
        <DialogClose asChild>
          <Button>Cancelar</Button>
        </DialogClose>
        <Button type="submit" variant="primary" loading={form.record.isPending}>
          {withheld > 0 ? 'Enviar ao profissional' : 'Não reter nada'}
        </Button>
      </DialogActions>
    </form>
  )
}

/** The facts on which a suggestion depends. */
function FactFields({ form, milestoneId }: { form: ReturnType<typeof useLines>; milestoneId: string }) {
  const { facts, setFacts } = form
  const { data: items = [] } = useQuery(itemsQuery(milestoneId))
  return (
    <fieldset className="flex flex-col gap-3 rounded border border-line p-3">
      <legend className="px-1 text-sm font-medium">Calcular pela lei</legend>
      <Checkbox
        label="Há cessão de mão de obra ou empreitada"
        checked={facts.labour}
        onCheckedChange={(checked) => setFacts({ ...facts, labour: checked === true })}
      />
      <Field name="iss-item" label="Por que a empresa retém o ISS" optional>
        <Select
          placeholder="Não retém"
          options={items.map(({ item, description }) => ({ value: item, label: `${item}: ${description}` }))}
          value={facts.item}
          onChange={(event) => setFacts({ ...facts, item: event.target.value })}
        />
      </Field>
      <div className="flex flex-wrap items-end gap-3">
        <Field name="iss" label="ISS do município, %" optional>
          <Input
            inputMode="decimal"
            maxLength={5}
            value={facts.iss}
            onChange={(event) => setFacts({ ...facts, iss: event.target.value })}
          />
        </Field>
        <Button loading={form.isAsking} onClick={() => void form.suggest()}>
          Preencher
        </Button>
      </div>
    </fieldset>
  )
}
