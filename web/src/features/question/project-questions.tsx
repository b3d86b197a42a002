import { useInfiniteQuery } from '@tanstack/react-query'
import { errorSentence } from '@/api/errors'
import type { Row } from '@/api/tables'
import { questionsQuery, SAYINGS } from './queries'
import { QuestionItem } from './question-item'
import { ErrorState } from '@/ui/error-state'
import { LoadMore } from '@/ui/load-more'
import { Loading, Skeleton } from '@/ui/skeleton'
import { Megaphone } from 'lucide-react'
import { useState } from 'react'
import { TextForm } from './text-form'
import { Button } from '@/ui/button'

type ProjectQuestionsProps = {
  project: { id: string; status: Row<'projects'>['status'] }
  /** On which side of the project the reader is. */
  side: 'company' | 'professional'
  /** Whether the person may ask or answer for the party. */
  maySpeak: boolean
}

/** The questions of professionals about a project, with the company's answers. Nobody sees who asked. */
export function ProjectQuestions({ project, side, maySpeak }: ProjectQuestionsProps) {
  const isOpen = project.status === 'open'
  return (
    <section id="perguntas" aria-labelledby="questions" className="flex scroll-mt-20 flex-col gap-5">
      <h2 id="questions" className="text-lg font-semibold">
        Perguntas e respostas
      </h2>
      {isOpen && maySpeak && side === 'professional' && <AskForm projectId={project.id} />}
      {isOpen && maySpeak && side === 'company' && <ClarifyForm projectId={project.id} />}
      <List projectId={project.id} side={side} maySpeak={maySpeak} />
    </section>
  )
}

type ListProps = { projectId: string; side: ProjectQuestionsProps['side']; maySpeak: boolean }

function List({ projectId, side, maySpeak }: ListProps) {
  const query = useInfiniteQuery(questionsQuery(projectId))
  if (query.isError)
    return <ErrorState message={errorSentence(query.error)} onRetry={() => void query.refetch()} />
  if (query.isPending) {
    return (
      <Loading label="Carregando perguntas…">
        <Skeleton className="h-20" />
      </Loading>
    )
  }
  const questions = query.data.pages.flatMap((page) => page.rows)
  if (questions.length === 0) return <p className="text-sm text-muted">{NONE[side]}</p>
  return (
    <div>
      <ul aria-label="Perguntas" className="flex flex-col divide-y divide-line">
        {questions.map((question) => (
          <li key={question.id} className="py-5 first:pt-0">
            <QuestionItem question={question} mayAnswer={side === 'company' && maySpeak} />
          </li>
        ))}
      </ul>
      {query.hasNextPage && (
        <LoadMore
          shown={questions.length}
          total={query.data.pages.at(-1)?.total ?? questions.length}
          noun="perguntas"
          hasMore={query.hasNextPage}
          loading={query.isFetchingNextPage}
          onLoadMore={() => void query.fetchNextPage()}
        />
      )}
    </div>
  )
}

const NONE = {
  company: 'Nenhuma pergunta ainda. Quando um profissional perguntar, você responde aqui, para todos.',
  professional:
    'Você ainda não perguntou nada. Depois de enviar proposta, aparecem aqui também as perguntas dos outros.',
} as const

/** The form in which a professional asks before they propose; the company does not learn who asked. */
function AskForm({ projectId }: { projectId: string }) {
  return (
    <TextForm
      name="question"
      draft={`pergunta-${projectId}`}
      label="Pergunte antes de propor"
      hint="A empresa não vê quem perguntou. Não escreva seu nome nem seu contato."
      submitLabel="Enviar pergunta"
      missing="Escreva a pergunta."
      done={{ title: 'Pergunta enviada', description: 'Avisamos você quando a empresa responder.' }}
      refused="Pergunta não enviada"
      say={(content) => SAYINGS.ask({ project_id: projectId, content })}
    />
  )
}

/** The form in which the company publishes a clarification that nobody asked for. */
function ClarifyForm({ projectId }: { projectId: string }) {
  const [isOpen, setIsOpen] = useState(false)
  if (!isOpen) {
    return (
      <div>
        <Button size="sm" onClick={() => setIsOpen(true)}>
          <Megaphone className="size-4" aria-hidden />
          Publicar esclarecimento
        </Button>
      </div>
    )
  }
  return (
    <TextForm
      name="clarification"
      draft={`esclarecimento-${projectId}`}
      label="Esclarecimento"
      hint="Todos que enviaram proposta leem e são avisados, sem saber quem são os outros."
      submitLabel="Publicar esclarecimento"
      missing="Escreva o esclarecimento."
      done={{ title: 'Esclarecimento publicado', description: 'Quem enviou proposta foi avisado.' }}
      refused="Esclarecimento não publicado"
      say={(content) => SAYINGS.clarify({ project_id: projectId, content })}
      onClose={() => setIsOpen(false)}
    />
  )
}
