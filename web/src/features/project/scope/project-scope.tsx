import { useMutation, useQuery } from '@tanstack/react-query'
import { Download } from 'lucide-react'
import { errorSentence } from '@/api/errors'
import { useSession } from '@/api/session/session'
import { Clarity } from '@/features/project/scope/clarity'
import type { Scope } from '@/features/project/scope/model'
import { previewScopeQuery, printScope, scopeQuery } from '@/features/project/scope/queries'
import { ScopeText } from '@/features/project/scope/scope-text'
import { toast } from '@/lib/toast'
import { Button } from '@/ui/button'
import { ErrorState } from '@/ui/error-state'
import { Loading, Skeleton } from '@/ui/skeleton'

/** The scope that a project was published with, as text and, for who is signed in, as a document. */
export function ProjectScope({ project }: { project: { id: string; revision: number } }) {
  const isSignedIn = useSession().status === 'signed-in'
  const { data: written, error, refetch } = useQuery(scopeQuery(project.id, project.revision))
  const print = useMutation({
    mutationFn: () => printScope(project.id),
    onError: (failure) =>
      toast({ variant: 'destructive', title: 'PDF não gerado', description: errorSentence(failure) }),
  })
  return (
    <section className="flex flex-col gap-3">
      <h2 className="text-lg font-semibold">Escopo</h2>
      {error && <ErrorState message={errorSentence(error)} onRetry={() => void refetch()} />}
      {written === undefined && !error && (
        <Loading label="Carregando o escopo…">
          <Skeleton className="h-40" />
        </Loading>
      )}
      {written && (
        <>
          <Clarity percent={written.clarity} missing={isSignedIn ? written.missing : []} />
          <ScopeText text={written.text} />
          {isSignedIn && (
            <Button className="self-start" loading={print.isPending} onClick={() => print.mutate()}>
              <Download className="size-4" aria-hidden />
              Baixar o escopo em PDF
            </Button>
          )}
        </>
      )}
    </section>
  )
}

/** A scope as it will read once its project is published. */
export function DraftScope({ scope }: { scope: Scope }) {
  const { data: written, error } = useQuery(previewScopeQuery(JSON.stringify(scope)))
  return (
    <section className="flex flex-col gap-3">
      <h2 className="text-lg font-semibold">Escopo</h2>
      {error && <ErrorState message={errorSentence(error)} />}
      {written && <ScopeText text={written.text} />}
    </section>
  )
}
