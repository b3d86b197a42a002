import { Download } from 'lucide-react'
import { errorSentence } from '@/api/errors'
import { fileAddress } from '@/features/project/files/files-query'
import { CountsTable } from '@/features/project/io-list/counts-table'
import type { IoList } from '@/features/project/io-list/io-list-query'
import { changeSentence, countsOf, formatName, signalCount } from '@/features/project/io-list/io-list-text'
import { formatCount, formatDate } from '@/lib/format'
import { toast } from '@/lib/toast'
import { Button } from '@/ui/button'

/** The newest version of a list with its counts, and what each version changed. */
export function IoListVersions({ newest, versions }: { newest: IoList; versions: readonly IoList[] }) {
  const change = changeSentence(newest.changes)
  return (
    <>
      <Newest list={newest} />
      {change !== undefined && (
        <p className="rounded border border-line bg-info-soft px-4 py-3 text-sm">
          <span className="font-medium">O que mudou:</span> {change}
        </p>
      )}
      <CountsTable counts={countsOf(newest.by_kind)} total={newest.rows} />
      {newest.errors_count > 0 && (
        <p className="text-sm text-muted">
          O arquivo tem {formatCount(newest.errors_count, 'linha', 'linhas')} com erro: confira nele o que não
          foi contado.
        </p>
      )}
      {versions.length > 1 && <History versions={versions} />}
    </>
  )
}

const HASH_SHOWN = 12

function Newest({ list: { number, format, rows, created_at, sha256, file } }: { list: IoList }) {
  const facts = [
    `Versão ${String(number)}`,
    formatName(format),
    signalCount(rows),
    `anexada em ${formatDate(created_at)}`,
  ]
  return (
    <div className="flex flex-col gap-3 text-sm sm:flex-row sm:items-center sm:justify-between">
      <p className="min-w-0">
        <span className="block">{facts.join(' · ')}</span>
        <span className="figures block text-xs text-muted" title={sha256}>
          SHA-256 {sha256.slice(0, HASH_SHOWN)}…
        </span>
      </p>
      {file && <Save file={file} />}
    </div>
  )
}

function Save({ file }: { file: NonNullable<IoList['file']> }) {
  async function save() {
    try {
      window.location.assign(await fileAddress(file))
    } catch (error) {
      toast({ variant: 'destructive', title: 'Lista não baixada', description: errorSentence(error) })
    }
  }
  return (
    <Button className="self-start" aria-label={`Baixar a lista ${file.name}`} onClick={() => void save()}>
      <Download className="size-4" aria-hidden />
      Baixar lista
    </Button>
  )
}

function History({ versions }: { versions: readonly IoList[] }) {
  return (
    <details className="text-sm">
      <summary className="min-h-6 cursor-pointer font-medium">
        Histórico de {formatCount(versions.length, 'versão', 'versões')}
      </summary>
      <ol reversed aria-label="Versões da lista" className="mt-2 divide-y divide-line border-y border-line">
        {versions.map(({ id, number, created_at, changes, rows, sha256 }) => (
          <li key={id} className="flex flex-col gap-0.5 py-2">
            <span>
              Versão {number}, {formatDate(created_at)}: {changeSentence(changes) ?? signalCount(rows)}
            </span>
            <span className="figures text-xs text-muted" title={sha256}>
              SHA-256 {sha256.slice(0, HASH_SHOWN)}…
            </span>
          </li>
        ))}
      </ol>
    </details>
  )
}
