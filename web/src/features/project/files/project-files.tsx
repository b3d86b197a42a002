import { useQuery } from '@tanstack/react-query'
import { Download, FileText, Lock } from 'lucide-react'
import type { ReactNode } from 'react'
import { Link } from 'react-router'
import { errorSentence } from '@/api/errors'
import { useSession } from '@/api/session/session'
import { fileAddress, projectFilesQuery, type ProjectFile } from '@/features/project/files/files-query'
import { kindOf } from '@/features/project/files/files-text'
import type { Project } from '@/features/project/queries'
import { formatBytes, formatCount, formatDate } from '@/lib/format'
import { loginLink } from '@/lib/navigation/login-redirect'
import { paths } from '@/lib/paths'
import { toast } from '@/lib/toast'
import { ErrorState } from '@/ui/error-state'
import { Loading, Skeleton } from '@/ui/skeleton'

/** The files of a project for whoever may read them; how many there are, for everybody. */
export function ProjectFiles({ project }: { project: Project }) {
  const state = useSession()
  const total = project.files_count
  if (total === 0) return null
  if (state.status === 'loading') return <FilesSection total={total}>{null}</FilesSection>
  if (state.status === 'signed-in')
    return (
      <FilesSection total={total}>
        <Readable personId={state.profile.id} project={project} />
      </FilesSection>
    )
  const from = paths.project(project.id, project.title)
  return (
    <FilesSection total={total}>
      <p className="text-sm text-muted">
        Só profissionais que podem propor leem os arquivos.{' '}
        <Link
          {...loginLink({ from, role: 'professional' })}
          className="text-ink underline underline-offset-2"
        >
          Entrar como profissional
        </Link>
      </p>
    </FilesSection>
  )
}

function Readable({ personId, project }: { personId: string; project: Project }) {
  const query = useQuery(projectFilesQuery(personId, project.id))
  if (query.isError)
    return <ErrorState message={errorSentence(query.error)} onRetry={() => void query.refetch()} />
  if (query.isPending) {
    return (
      <Loading label="Carregando arquivos…">
        <Skeleton className="h-12" />
      </Loading>
    )
  }
  return <FileList files={query.data} hidden={project.files_count - query.data.length} />
}

export function FilesSection({ total, children }: { total: number; children: ReactNode }) {
  return (
    <section aria-labelledby="files" className="flex flex-col gap-3">
      <h2 id="files" className="text-lg font-semibold">
        Arquivos <span className="figures font-normal text-muted">{total}</span>
      </h2>
      {children}
    </section>
  )
}

type ListedFile = Omit<ProjectFile, 'path' | 'created_at'> & { path?: string; created_at?: string }

type FileListProps = {
  files: readonly ListedFile[]
  /** How many more there are that the reader may not read. */
  hidden: number
}

export function FileList({ files, hidden }: FileListProps) {
  return (
    <>
      <ul className="divide-y divide-line border-y border-line empty:hidden">
        {files.map((file, index) => (
          <li key={file.path ?? index}>
            <OneFile file={file} />
          </li>
        ))}
      </ul>
      {hidden > 0 && (
        <p className="flex items-center gap-2 text-sm text-muted">
          <Lock className="size-4 shrink-0" aria-hidden />
          {formatCount(hidden, 'arquivo só para quem', 'arquivos só para quem')}{' '}
          {files.length > 0 ? 'a empresa negocia ou contrata.' : 'pode propor ou foi contratado.'}
        </p>
      )}
    </>
  )
}

function OneFile({ file: { path, name, media_type, bytes, audience, created_at } }: { file: ListedFile }) {
  const facts = [
    kindOf(media_type),
    formatBytes(bytes),
    created_at !== undefined && `incluído em ${formatDate(created_at)}`,
    audience === 'dealers' && 'restrito',
  ].filter((fact) => fact !== false)
  async function save() {
    if (path === undefined) return
    try {
      window.location.assign(await fileAddress({ path, name }))
    } catch (error) {
      toast({ variant: 'destructive', title: 'Arquivo não baixado', description: errorSentence(error) })
    }
  }
  return (
    <button
      type="button"
      className="flex min-h-12 w-full items-center gap-3 py-2 text-left text-sm hover:bg-hover disabled:hover:bg-transparent"
      aria-label={`Baixar ${name}, ${facts.join(', ')}`}
      disabled={path === undefined}
      onClick={() => void save()}
    >
      <FileText className="size-5 shrink-0 text-muted" aria-hidden />
      <span className="min-w-0 flex-1">
        <span className="block font-medium break-words">{name}</span>
        <span className="block text-muted">{facts.join(' · ')}</span>
      </span>
      <Download className="size-4 shrink-0 text-muted" aria-hidden />
    </button>
  )
}
