import { useMutation, useQueryClient } from '@tanstack/react-query'
import { useState, type SubmitEvent } from 'react'
import { errorSentence } from '@/api/errors'
import { BOUNDS } from '@/api/limits'
import { answerReview } from '@/features/review/queries'
import { Button } from '@/ui/button'
import { Field } from '@/ui/field'
import { Textarea } from '@/ui/input'
import { toast } from '@/lib/toast'
import { reportOutcome } from '@/lib/timing'

/** The form for the one answer to a review. */
export function AnswerForm({ reviewId }: { reviewId: string }) {
  const [isOpen, setIsOpen] = useState(false)
  const [answer, setAnswer] = useState('')
  const send = useMutation(answerReview(useQueryClient()))
  if (!isOpen) {
    return (
      <div>
        <Button size="sm" onClick={() => setIsOpen(true)}>
          Responder
        </Button>
      </div>
    )
  }

  function submit(event: SubmitEvent) {
    event.preventDefault()
    if (answer.trim() === '') return
    reportOutcome(send.mutateAsync({ id: reviewId, answer: answer.trim() }), {
      onSuccess: () => toast({ title: 'Resposta publicada!' }),
      onError: (error) =>
        toast({
          variant: 'destructive',
          title: 'Resposta não publicada',
          description: errorSentence(error),
        }),
    })
  }

  return (
    <form className="flex flex-col gap-3" onSubmit={submit}>
      <Field
        name={`answer-${reviewId}`}
        label="Sua resposta"
        hint="Você responde uma vez; a resposta fica pública e não pode ser editada."
      >
        <Textarea
          rows={4}
          maxLength={BOUNDS.reviews.answer}
          value={answer}
          onChange={(event) => setAnswer(event.target.value)}
        />
      </Field>
      <div className="flex gap-2">
        <Button type="submit" loading={send.isPending}>
          Publicar resposta
        </Button>
        <Button variant="ghost" onClick={() => setIsOpen(false)}>
          Cancelar
        </Button>
      </div>
    </form>
  )
}
