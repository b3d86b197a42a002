import { useMutation, useQueryClient } from '@tanstack/react-query'
import { Star } from 'lucide-react'
import { useState, type SubmitEvent } from 'react'
import { errorSentence } from '@/api/errors'
import { BOUNDS, REVIEW_AGREED_HOURS, REVIEW_DAYS, REVIEW_HIDDEN_HOURS } from '@/api/limits'
import { useMember } from '@/api/session/session'
import { AxisFields, type Scores } from './axes'
import { writeReview } from './queries'
import { Button } from '@/ui/button'
import { Dialog, DialogActions, DialogClose, DialogContent, DialogTrigger } from '@/ui/dialog'
import { Field } from '@/ui/field'
import { RatingInput } from '@/ui/rating'
import { Textarea } from '@/ui/input'
import { toast } from '@/lib/toast'
import { reportOutcome } from '@/lib/timing'

/** When a review of a contract is published. */
const SEEN_WHEN = `As avaliações aparecem quando os dois lados avaliarem, passadas ${REVIEW_HIDDEN_HOURS} horas da conclusão e ${REVIEW_AGREED_HOURS} horas do acordo; sem a outra, ${REVIEW_DAYS} dias depois da conclusão.`

const MEANINGS = ['Ruim', 'Abaixo do combinado', 'Regular', 'Bom', 'Excelente'] as const

type ReviewDialogProps = { contractId: string; authorId: string; partner: string }

/** The button that asks for a review, and the form behind it. */
export function ReviewDialog({ contractId, authorId, partner }: ReviewDialogProps) {
  const [isOpen, setIsOpen] = useState(false)
  return (
    <Dialog open={isOpen} onOpenChange={setIsOpen}>
      <DialogTrigger asChild>
        <Button>
          <Star className="size-4" aria-hidden />
          Avaliar
        </Button>
      </DialogTrigger>
      <DialogContent
        title={`Avaliar ${partner}`}
        description={`O outro lado não lê antes o que você escreve. ${SEEN_WHEN}`}
      >
        <ReviewForm contractId={contractId} authorId={authorId} onSent={() => setIsOpen(false)} />
      </DialogContent>
    </Dialog>
  )
}

type ReviewFormProps = { contractId: string; authorId: string; onSent: () => void }

function ReviewForm({ contractId, authorId, onSent }: ReviewFormProps) {
  const [rating, setRating] = useState(0)
  const [scores, setScores] = useState<Scores>({})
  const [content, setContent] = useState('')
  const [wasRefused, setWasRefused] = useState(false)
  const about = useMember().party.role === 'company' ? 'professional' : 'company'
  const write = useMutation(writeReview(useQueryClient()))
  const isBlank = content.trim() === ''

  function submit(event: SubmitEvent) {
    event.preventDefault()
    setWasRefused(true)
    if (rating === 0 || isBlank) return
    reportOutcome(
      write.mutateAsync({
        contract_id: contractId,
        author_id: authorId,
        rating,
        axes: scores,
        content: content.trim(),
      }),
      {
        onSuccess: () => {
          toast({ title: 'Avaliação enviada!', description: SEEN_WHEN })
          onSent()
        },
        onError: (error) =>
          toast({
            variant: 'destructive',
            title: 'Avaliação não enviada',
            description: errorSentence(error),
          }),
      },
    )
  }

  return (
    <form noValidate className="flex flex-col gap-5" onSubmit={submit}>
      <RatingField value={rating} onValueChange={setRating} isMissing={wasRefused && rating === 0} />
      <AxisFields about={about} scores={scores} onScoresChange={setScores} />
      <Field
        name="content"
        label="Comentário"
        hint="Prazo, qualidade técnica, comunicação: o que ajuda quem vai contratar."
        error={wasRefused && isBlank ? 'Escreva como foi o trabalho' : undefined}
      >
        <Textarea
          rows={4}
          maxLength={BOUNDS.reviews.content}
          value={content}
          onChange={(event) => setContent(event.target.value)}
        />
      </Field>
      <Actions isSending={write.isPending} />
    </form>
  )
}

function Actions({ isSending }: { isSending: boolean }) {
  return (
    <DialogActions>
      <DialogClose asChild>
        <Button>Cancelar</Button>
      </DialogClose>
      <Button type="submit" variant="primary" loading={isSending}>
        Enviar avaliação
      </Button>
    </DialogActions>
  )
}

type RatingFieldProps = { value: number; onValueChange: (rating: number) => void; isMissing: boolean }

function RatingField({ value, onValueChange, isMissing }: RatingFieldProps) {
  return (
    <div>
      <RatingInput
        name="rating"
        legend="Nota"
        meanings={MEANINGS}
        value={value}
        onValueChange={onValueChange}
      />
      {isMissing && (
        <p role="alert" className="mt-1.5 text-sm text-danger">
          Escolha de uma a cinco estrelas
        </p>
      )}
    </div>
  )
}
