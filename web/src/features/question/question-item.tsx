import { useState, type ReactNode } from 'react'
import { SAYINGS, type Question } from '@/features/question/queries'
import { TextForm } from '@/features/question/text-form'
import { formatDateTime } from '@/lib/format'
import { Badge } from '@/ui/badge'
import { Button } from '@/ui/button'

type QuestionItemProps = {
  question: Question
  /** Whether the reader answers for the company. */
  mayAnswer: boolean
}

/** A question with its answer, or a clarification. */
export function QuestionItem({ question, mayAnswer }: QuestionItemProps) {
  if (question.content === null) {
    return (
      <Said title="Esclarecimento da empresa" at={question.created_at}>
        {question.answer}
      </Said>
    )
  }
  return (
    <div className="flex flex-col gap-3">
      <Said
        title="Pergunta de um profissional"
        at={question.created_at}
        badge={question.answer === null && <Badge tone="warning">Sem resposta</Badge>}
      >
        {question.content}
      </Said>
      {question.answer !== null && (
        <div className="border-l-2 border-line pl-4">
          <Said title="Resposta da empresa" at={question.answered_at ?? question.created_at}>
            {question.answer}
          </Said>
        </div>
      )}
      {question.answer === null && mayAnswer && <Answer questionId={question.id} />}
    </div>
  )
}

type SaidProps = { title: string; at: string; badge?: ReactNode; children: ReactNode }

function Said({ title, at, badge, children }: SaidProps) {
  return (
    <div>
      <p className="flex flex-wrap items-center gap-x-3 gap-y-1 text-sm text-muted">
        <span className="font-medium text-ink">{title}</span>
        <time dateTime={at}>{formatDateTime(at)}</time>
        {badge}
      </p>
      <p className="mt-1 max-w-measure leading-relaxed break-words whitespace-pre-line">{children}</p>
    </div>
  )
}

function Answer({ questionId }: { questionId: string }) {
  const [isOpen, setIsOpen] = useState(false)
  if (!isOpen) {
    return (
      <div>
        <Button size="sm" onClick={() => setIsOpen(true)}>
          Responder
        </Button>
      </div>
    )
  }
  return (
    <TextForm
      name={`answer-${questionId}`}
      draft={`resposta-${questionId}`}
      label="Sua resposta"
      hint="Quem perguntou e todos que enviaram proposta leem. A resposta não pode ser editada."
      submitLabel="Publicar resposta"
      missing="Escreva a resposta."
      done={{
        title: 'Resposta publicada',
        description: 'Quem perguntou e quem enviou proposta foram avisados.',
      }}
      refused="Resposta não publicada"
      say={(answer) => SAYINGS.answer({ question_id: questionId, answer })}
      onClose={() => setIsOpen(false)}
    />
  )
}
