import { ListPlus } from 'lucide-react'
import { useState, type SubmitEvent } from 'react'
import { useStart } from '@/features/checklist/queries'
import { KINDS, TEMPLATES } from '@/features/checklist/text'
import { Button } from '@/ui/button'
import { Checkbox } from '@/ui/checkbox'
import { Dialog, DialogActions, DialogClose, DialogContent, DialogTrigger } from '@/ui/dialog'
import { Field } from '@/ui/field'
import { Select } from '@/ui/select'

type Part = { id: string; position: number; title: string; status: string }

const OPEN = ['planned', 'awaiting_payment', 'funded', 'adjusting', 'delivered']

/** Proposes the checklist of a milestone, from the items of a kind of project. */
export function StartChecklist({ milestones }: { milestones: readonly Part[] }) {
  const [isOpen, setIsOpen] = useState(false)
  const open = milestones.filter(({ status }) => OPEN.includes(status))
  if (open.length === 0) return null
  return (
    <Dialog open={isOpen} onOpenChange={setIsOpen}>
      <DialogTrigger asChild>
        <Button>
          <ListPlus className="size-4" aria-hidden />
          Propor lista de aceite
        </Button>
      </DialogTrigger>
      <DialogContent
        title="Propor lista de aceite"
        description="A outra parte lê e concorda, ou propõe outros itens. Depois de combinada, a lista não muda mais."
      >
        <StartForm milestones={open} onDone={() => setIsOpen(false)} />
      </DialogContent>
    </Dialog>
  )
}

function StartForm({ milestones, onDone }: { milestones: readonly Part[]; onDone: () => void }) {
  const start = useStart()
  const [milestoneId, setMilestoneId] = useState(milestones[0]?.id ?? '')
  const [kind, setKind] = useState('taf')
  const [template, setTemplate] = useState('machine')
  const [holds, setHolds] = useState(false)
  function submit(event: SubmitEvent) {
    event.preventDefault()
    start.mutate(
      { milestone_id: milestoneId, kind, template, holds_clock: kind === 'tac' && holds },
      { onSuccess: onDone },
    )
  }
  return (
    <form noValidate className="flex flex-col gap-4" onSubmit={submit}>
      <Field name="milestone" label="Marco">
        <Select
          value={milestoneId}
          onChange={(event) => setMilestoneId(event.target.value)}
          options={milestones.map(({ id, position, title }) => ({
            value: id,
            label: `${position}. ${title}`,
          }))}
        />
      </Field>
      <Field name="kind" label="Tipo">
        <Select
          value={kind}
          onChange={(event) => setKind(event.target.value)}
          options={Object.entries(KINDS).map(([value, label]) => ({ value, label }))}
        />
      </Field>
      <Field name="template" label="Itens de">
        <Select value={template} onChange={(event) => setTemplate(event.target.value)} options={TEMPLATES} />
      </Field>
      {kind === 'tac' && (
        <Checkbox
          checked={holds}
          onCheckedChange={(checked) => setHolds(checked === true)}
          label="O prazo de aceite começa no TAC executado"
        />
      )}
      <DialogActions>
        <DialogClose asChild>
          <Button>Cancelar</Button>
        </DialogClose>
        <Button type="submit" variant="primary" loading={start.isPending}>
          Propor lista
        </Button>
      </DialogActions>
    </form>
  )
}
