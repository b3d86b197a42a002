import { useQuery } from '@tanstack/react-query'
import { lazy, Suspense, type ReactNode } from 'react'
import { errorSentence } from '@/api/errors'
import { actsFor } from '@/api/session/party'
import { useSession, type SignedIn } from '@/api/session/session'
import { ioListsQuery } from '@/features/project/io-list/io-list-query'
import { IoListVersions } from '@/features/project/io-list/io-list-versions'
import { ownProjectQuery } from '@/features/project/own/own-queries'
import type { Project } from '@/features/project/queries'
import { ErrorState } from '@/ui/error-state'
import { Loading, Skeleton } from '@/ui/skeleton'

const IoListField = lazy(() => import('@/features/project/io-list/io-list-field'))

/** The I/O list of a project for whoever may read it; its company attaches and replaces it here. */
export function IoListSection({ project }: { project: Project }) {
  const state = useSession()
  return state.status === 'signed-in' ? <Readable reader={state} project={project} /> : null
}

function Readable({ reader, project }: { reader: SignedIn; project: Project }) {
  const mayAttach = useMayAttach(reader, project)
  const query = useQuery({
    ...ioListsQuery(reader.profile.id, project.id),
    enabled: project.files_count > 0 || mayAttach,
  })
  const versions = query.data ?? []
  const newest = versions[0]
  if (query.isError)
    return (
      <Section>
        <ErrorState message={errorSentence(query.error)} onRetry={() => void query.refetch()} />
      </Section>
    )
  if (query.isPending) {
    return (
      query.isFetching && (
        <Section>
          <Loading label="Carregando a lista de I/O…">
            <Skeleton className="h-64" />
          </Loading>
        </Section>
      )
    )
  }
  if (newest === undefined && !mayAttach) return null
  return (
    <Section>
      {newest && <IoListVersions newest={newest} versions={versions} />}
      {newest?.file === null && (
        <p className="text-sm text-muted">
          O arquivo desta lista foi tirado do projeto. Só a sua empresa vê este histórico.
        </p>
      )}
      {mayAttach && (
        <Suspense fallback={<Skeleton className="h-32" />}>
          <IoListField projectId={project.id} replaces={newest?.file?.audience} />
        </Suspense>
      )}
    </Section>
  )
}

function useMayAttach({ profile, parties }: SignedIn, project: Project): boolean {
  const { data: own } = useQuery({
    ...ownProjectQuery(project.id, profile.id),
    enabled: parties.some(({ party }) => party.role === 'company'),
  })
  return Boolean(own) && project.status === 'open' && actsFor(parties, own?.owner.company_id ?? '', 'publish')
}

function Section({ children }: { children: ReactNode }) {
  return (
    <section aria-labelledby="io-list" className="flex flex-col gap-3">
      <h2 id="io-list" className="text-lg font-semibold">
        Lista de I/O
      </h2>
      {children}
    </section>
  )
}
