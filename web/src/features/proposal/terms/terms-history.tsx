import { useQuery } from '@tanstack/react-query'
import { useState } from 'react'
import { errorSentence } from '@/api/errors'
import { baseOf, termChanges } from '@/features/proposal/terms/term-changes'
import { versionsQuery, type Version } from '@/features/proposal/terms/terms'
import { RevisionDiff, TermsView } from '@/features/proposal/terms/terms-view'
import { formatDateTime } from '@/lib/format'
import { formatMoney } from '@/lib/money'
import { Badge } from '@/ui/badge'
import { ErrorState } from '@/ui/error-state'
import { Loading, Skeleton } from '@/ui/skeleton'

type State = { label: string; tone: 'success' | 'info' | 'neutral' }

const STATES: Readonly<Record<Version['state'], State>> = {
  current: { label: 'Em vigor', tone: 'success' },
  superseded: { label: 'Substituída', tone: 'neutral' },
  offered: { label: 'Aguarda resposta', tone: 'info' },
  declined: { label: 'Recusada', tone: 'neutral' },
  withdrawn: { label: 'Retirada', tone: 'neutral' },
}

const AUTHORS: Readonly<Record<Version['author'], string>> = {
  professional: 'Proposta do profissional',
  company: 'Contraproposta da empresa',
}

/** Every version of the terms and what each changed; asked for when it is opened. */
export function TermsHistory({ proposalId }: { proposalId: string }) {
  const [isOpen, setIsOpen] = useState(false)
  return (
    <details className="text-sm" onToggle={({ currentTarget }) => setIsOpen(currentTarget.open)}>
      <summary className="w-fit cursor-pointer text-muted hover:text-ink">Histórico dos termos</summary>
      <div className="mt-3">{isOpen && <Versions proposalId={proposalId} />}</div>
    </details>
  )
}

function Versions({ proposalId }: { proposalId: string }) {
  const query = useQuery(versionsQuery(proposalId))
  if (query.isPending) {
    return (
      <Loading label="Carregando histórico…">
        <Skeleton className="h-24" />
      </Loading>
    )
  }
  if (query.isError)
    return <ErrorState message={errorSentence(query.error)} onRetry={() => void query.refetch()} />
  return (
    <ol aria-label="Versões dos termos" className="flex flex-col gap-5 border-l-2 border-line pl-4">
      {query.data.map((version) => (
        <li key={version.number}>
          <OneVersion version={version} base={baseOf(version, query.data)} />
        </li>
      ))}
    </ol>
  )
}

function OneVersion({ version, base }: { version: Version; base: Version | undefined }) {
  const { label, tone } = STATES[version.state]
  return (
    <div className="flex flex-col gap-3">
      <p className="flex flex-wrap items-center gap-x-2 gap-y-1">
        <span className="font-medium">Versão {version.number}</span>
        <span className="text-muted">
          {AUTHORS[version.author]} ·{' '}
          <time dateTime={version.created_at}>{formatDateTime(version.created_at)}</time>
        </span>
        <Badge tone={tone}>{label}</Badge>
      </p>
      {version.note !== null && <p className="max-w-measure break-words">«{version.note}»</p>}
      {base === undefined ? (
        <>
          <p className="figures font-medium">{formatMoney(version.value_cents)}</p>
          <TermsView terms={version} />
        </>
      ) : (
        <Changes before={base} after={version} />
      )}
    </div>
  )
}

function Changes({ before, after }: { before: Version; after: Version }) {
  const changes = termChanges(before, after)
  if (changes.length === 0) return <p className="text-muted">Os mesmos termos da versão {before.number}.</p>
  return <RevisionDiff changes={changes} />
}
