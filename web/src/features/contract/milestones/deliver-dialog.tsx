import { PackageCheck } from 'lucide-react'
import { useState, type SubmitEvent } from 'react'
import { ACCEPTANCE_DAYS, BOUNDS, OWED_DAYS } from '@/api/limits'
import { PapersField } from '@/features/contract/documents/paper-fields'
import { isUnfunded, nameOf } from '@/features/contract/milestones/milestone-text'
import type { Contract, Milestone } from '@/features/contract/queries'
import { STEPS, useStep } from '@/features/contract/steps'
import { usePapers } from '@/features/contract/documents/use-papers'
import { Button } from '@/ui/button'
import { Checkbox } from '@/ui/checkbox'
import { Dialog, DialogActions, DialogClose, DialogContent, DialogTrigger } from '@/ui/dialog'
import { Field } from '@/ui/field'
import { Textarea } from '@/ui/input'
import { useTextDraft } from '@/ui/use-draft'

type DeliverDialogProps = { contract: Contract; milestone: Milestone; isPrimary: boolean }

/** Delivers a milestone: what was done, and its files. */
export function DeliverDialog({ contract, milestone, isPrimary }: DeliverDialogProps) {
  const [isOpen, setIsOpen] = useState(false)
  return (
    <Dialog open={isOpen} onOpenChange={setIsOpen}>
      <DialogTrigger asChild>
        <Button variant={isPrimary ? 'primary' : 'secondary'}>
          <PackageCheck className="size-4" aria-hidden />
          {isUnfunded(contract, milestone) ? 'Entregar sem garantia' : 'Entregar'}
        </Button>
      </DialogTrigger>
      <DialogContent
        title="Marcar como entregue"
        description={`${nameOf(contract, milestone)}. A empresa confere, aprova ou pede ajustes. Sem resposta em ${ACCEPTANCE_DAYS} dias, a entrega é aceita.`}
      >
        <DeliverForm contract={contract} milestone={milestone} onDone={() => setIsOpen(false)} />
      </DialogContent>
    </Dialog>
  )
}

type DeliverFormProps = { contract: Contract; milestone: Milestone; onDone: () => void }

function DeliverForm({ contract, milestone, onDone }: DeliverFormProps) {
  const [note, setNote] = useTextDraft(`entrega:${milestone.id}`)
  const [isWaived, setIsWaived] = useState(false)
  const mustWaive = isUnfunded(contract, milestone)
  const files = usePapers(contract.id, milestone.id)
  const deliver = useStep(STEPS.deliver, {
    title: 'Entrega marcada!',
    description: `A empresa tem ${ACCEPTANCE_DAYS} dias para responder.`,
  })

  async function send(event: SubmitEvent) {
    event.preventDefault()
    if (!(await files.send())) return
    await deliver.run({
      milestone_id: milestone.id,
      ...(note.trim() !== '' && { note: note.trim() }),
      ...(mustWaive && { unfunded: isWaived }),
    })
    setNote('')
    onDone()
  }

  return (
    <form
      noValidate
      className="flex flex-col gap-4"
      onSubmit={(event) => void send(event).catch(() => undefined)}
    >
      <NoteField note={note} onNote={setNote} />
      <PapersField
        name="papers"
        label="Arquivos da entrega"
        papers={files.papers}
        isSending={files.isSending}
        onChoose={files.choose}
        onRemove={files.remove}
      />
      {mustWaive && <WithoutGuarantee isSaid={isWaived} onSay={setIsWaived} />}
      <DialogActions>
        <DialogClose asChild>
          <Button>Cancelar</Button>
        </DialogClose>
        <Button
          type="submit"
          variant="primary"
          disabled={mustWaive && !isWaived}
          loading={deliver.isPending || files.isSending}
        >
          Marcar como entregue
        </Button>
      </DialogActions>
    </form>
  )
}

function NoteField({ note, onNote }: { note: string; onNote: (note: string) => void }) {
  return (
    <Field
      name="note"
      label="O que foi entregue"
      hint="Onde está, como conferir, o que ficou de fora."
      optional
    >
      <Textarea
        rows={4}
        maxLength={BOUNDS.milestones.delivery_note}
        value={note}
        onChange={(event) => onNote(event.target.value)}
      />
    </Field>
  )
}

/** The professional's consent to work without a guarantee. */
function WithoutGuarantee({ isSaid, onSay }: { isSaid: boolean; onSay: (isSaid: boolean) => void }) {
  return (
    <Checkbox
      name="unfunded"
      checked={isSaid}
      onCheckedChange={(checked) => onSay(checked === true)}
      label={`Trabalho sem garantia: ninguém depositou este marco. Aceita a entrega, o valor fica devido pela empresa, com vencimento em ${OWED_DAYS} dias.`}
    />
  )
}
