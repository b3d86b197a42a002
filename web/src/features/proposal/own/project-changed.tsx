import { useQuery } from '@tanstack/react-query'
import { CircleCheck, FilePen } from 'lucide-react'
import type { ReactNode } from 'react'
import { errorSentence } from '@/api/errors'
import { useSkillLabels } from '@/api/directory/skills'
import { RevisionDiff } from '@/features/proposal/terms/revision-diff'
import { changesOf, revisionsQuery } from '@/features/proposal/terms/term-changes'
import { STEPS, useStep } from '@/features/proposal/steps'
import { Button } from '@/ui/button'
import { ErrorState } from '@/ui/error-state'
import { Loading, Skeleton } from '@/ui/skeleton'

type ProjectChangedProps = {
  proposal: { id: string; project_revision: number }
  project: { id: string; revision: number }
  /** Whether the person decides for the party. */
  mayNegotiate: boolean
  /** The other way to answer. */
  withdraw: ReactNode
}

/** The project says something else than what was answered: what, and the two ways to answer. */
export function ProjectChanged({ proposal, project, mayNegotiate, withdraw }: ProjectChangedProps) {
  const confirm = useStep(STEPS.confirm, 'Proposta não confirmada')
  return (
    <section
      aria-label="O projeto mudou"
      className="flex flex-col gap-4 rounded border border-line bg-sunken p-4"
    >
      <div>
        <p className="flex items-center gap-2 font-medium">
          <FilePen className="size-4 text-warning" aria-hidden />O projeto mudou depois da sua proposta
        </p>
        <p className="mt-1 text-sm text-muted">
          A empresa só pode aceitá-la depois que você confirmar o valor para o projeto como está agora.
        </p>
      </div>
      <Changes projectId={project.id} from={proposal.project_revision} to={project.revision} />
      {mayNegotiate && (
        <div className="flex flex-wrap gap-2">
          <Button
            loading={confirm.isPending}
            onClick={() =>
              void confirm.run(
                { proposal_id: proposal.id },
                { title: 'Proposta confirmada', description: 'A empresa foi avisada.' },
              )
            }
          >
            <CircleCheck className="size-4" aria-hidden />
            Confirmar proposta
          </Button>
          {withdraw}
        </div>
      )}
    </section>
  )
}

function Changes({ projectId, from, to }: { projectId: string; from: number; to: number }) {
  const labels = useSkillLabels()
  const query = useQuery(revisionsQuery(projectId, from, to))
  if (query.isError)
    return <ErrorState message={errorSentence(query.error)} onRetry={() => void query.refetch()} />
  if (query.isPending) {
    return (
      <Loading label="Carregando mudanças…">
        <Skeleton className="h-20" />
      </Loading>
    )
  }
  const changes = query.data === null ? [] : changesOf(query.data, labels)
  if (changes.length === 0)
    return <p className="text-sm">O texto voltou a ser o que era. Confirme para a empresa seguir.</p>
  return <RevisionDiff changes={changes} />
}
