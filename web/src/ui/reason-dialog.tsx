import { useState, type ComponentProps, type ReactNode, type SubmitEvent } from 'react'
import { Dialog, DialogContent, DialogTrigger, DialogActions, DialogClose } from './dialog'
import { Button } from './button'
import { Field } from './field'
import { Textarea } from './input'

type ReasonDialogProps = ComponentProps<typeof ReasonActions> &
  Omit<ComponentProps<typeof ReasonForm>, 'actions' | 'onConfirm'> & {
    trigger: ReactNode
    title: string
    description: string
    /** Closes the dialog when the promise resolves; the dialog stays open, with the text, when it rejects. */
    onConfirm: (reason: string) => Promise<unknown>
  }

/** A dialog that asks for the reason of a step; the other side reads it, unless `hint` names another reader. */
export function ReasonDialog({
  trigger,
  title,
  description,
  hint = 'A outra parte lê o que você escrever.',
  confirmLabel,
  destructive = false,
  loading,
  onConfirm,
  ...form
}: ReasonDialogProps) {
  const [isOpen, setIsOpen] = useState(false)
  const close = () => setIsOpen(false)
  return (
    <Dialog open={isOpen} onOpenChange={setIsOpen}>
      <DialogTrigger asChild>{trigger}</DialogTrigger>
      <DialogContent title={title} description={description}>
        <ReasonForm
          {...form}
          hint={hint}
          actions={<ReasonActions confirmLabel={confirmLabel} destructive={destructive} loading={loading} />}
          onConfirm={(reason) => void onConfirm(reason).then(close, () => undefined)}
        />
      </DialogContent>
    </Dialog>
  )
}

type ReasonFormProps = {
  name?: string
  label?: string
  /** Says who reads the reason, or what belongs in it. */
  hint?: string | undefined
  /** The error at the field when the reason is empty. */
  missing?: string
  /** The server's refusal, shown at the field. */
  refusal?: string | undefined
  /** Prepared reasons; pressing one writes it into the field. */
  ready?: readonly string[]
  isOptional?: boolean
  rows?: number
  maxLength: number
  /** The name of the draft that keeps an unsent reason, for `useTextDraft`. */
  kept?: readonly [string, (text: string) => void]
  /** Further controls that belong to the decision. */
  children?: ReactNode
  actions: ReactNode
  onConfirm: (reason: string) => void
}

/** The form for a reason in free text, used in dialogs and on pages. */
export function ReasonForm({
  name = 'reason',
  label = 'Motivo',
  missing = 'Escreva o motivo.',
  isOptional = false,
  ...props
}: ReasonFormProps) {
  const own = useState('')
  const [reason, setReason] = props.kept ?? own
  const [wasRefused, setWasRefused] = useState(false)
  const said = reason.trim()

  function submit(event: SubmitEvent) {
    event.preventDefault()
    setWasRefused(true)
    if (isOptional || said !== '') props.onConfirm(said)
  }

  return (
    <form noValidate className="flex flex-col gap-4" onSubmit={submit}>
      {props.ready !== undefined && <ReadyReasons reasons={props.ready} onChoose={setReason} />}
      <Field
        name={name}
        label={label}
        optional={isOptional}
        hint={props.hint}
        error={wasRefused && !isOptional && said === '' ? missing : props.refusal}
      >
        <Textarea
          rows={props.rows ?? 4}
          maxLength={props.maxLength}
          value={reason}
          onChange={(event) => setReason(event.target.value)}
        />
      </Field>
      {props.children}
      {props.actions}
    </form>
  )
}

type ReadyReasonsProps = { reasons: readonly string[]; onChoose: (reason: string) => void }

function ReadyReasons({ reasons, onChoose }: ReadyReasonsProps) {
  return (
    <div role="group" aria-label="Motivos prontos" className="flex flex-wrap gap-2">
      {reasons.map((reason) => (
        <Button key={reason} size="sm" onClick={() => onChoose(reason)}>
          {reason}
        </Button>
      ))}
    </div>
  )
}

type ReasonActionsProps = { confirmLabel: string; destructive?: boolean; loading: boolean }

/** The cancel and confirm buttons of a reason form inside a dialog. */
export function ReasonActions({ confirmLabel, destructive = false, loading }: ReasonActionsProps) {
  return (
    <DialogActions>
      <DialogClose asChild>
        <Button>Cancelar</Button>
      </DialogClose>
      <Button type="submit" variant={destructive ? 'danger' : 'primary'} loading={loading}>
        {confirmLabel}
      </Button>
    </DialogActions>
  )
}
