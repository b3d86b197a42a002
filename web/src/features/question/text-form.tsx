import { useMutation, useQueryClient } from '@tanstack/react-query'
import { useState, type SubmitEvent } from 'react'
import { errorSentence } from '@/api/errors'
import { BOUNDS } from '@/api/limits'
import { useSession } from '@/api/session/session'
import { saying } from '@/features/question/queries'
import { reportOutcome } from '@/lib/timing'
import { Button } from '@/ui/button'
import { Field } from '@/ui/field'
import { Textarea } from '@/ui/input'
import { toast } from '@/lib/toast'
import { useTextDraft } from '@/ui/use-draft'

type TextFormProps<Result> = {
  name: string
  /** The name of the draft that survives a reload; the person's id is added to it. */
  draft: string
  label: string
  hint: string
  submitLabel: string
  /** The messages for an empty text, for success and for a refusal. */
  missing: string
  done: { title: string; description: string }
  refused: string
  say: (text: string) => Promise<Result>
  /** A cancel button, for forms that a click opened. */
  onClose?: () => void
}

/** A form for one text, which stays in the box until the server accepts it. */
export function TextForm<Result>(props: TextFormProps<Result>) {
  const { name, label, hint, submitLabel, missing, done, refused, onClose } = props
  const state = useSession()
  const [text, setText] = useTextDraft(
    `${props.draft}:${state.status === 'signed-in' ? state.profile.id : ''}`,
  )
  const [wasRefused, setWasRefused] = useState(false)
  const send = useMutation(saying(useQueryClient(), props.say))

  function submit(event: SubmitEvent) {
    event.preventDefault()
    setWasRefused(true)
    if (text.trim() === '') return
    reportOutcome(send.mutateAsync(text.trim()), {
      onSuccess: () => {
        toast(done)
        setText('')
        setWasRefused(false)
        onClose?.()
      },
      onError: (error) =>
        toast({ variant: 'destructive', title: refused, description: errorSentence(error) }),
    })
  }

  return (
    <form noValidate className="flex max-w-measure flex-col gap-3" onSubmit={submit}>
      <Field
        name={name}
        label={label}
        hint={hint}
        error={wasRefused && text.trim() === '' ? missing : undefined}
      >
        <Textarea
          rows={3}
          maxLength={BOUNDS.project_questions.content}
          value={text}
          onChange={(event) => setText(event.target.value)}
        />
      </Field>
      <div className="flex gap-2">
        <Button type="submit" loading={send.isPending}>
          {submitLabel}
        </Button>
        {onClose && (
          <Button variant="ghost" onClick={onClose}>
            Cancelar
          </Button>
        )}
      </div>
    </form>
  )
}
