import { useQuery } from '@tanstack/react-query'
import { PaperLink } from '@/features/contract/documents/contract-files'
import {
  attachedFilesQuery,
  deliveredWith,
  shortDigest,
  type Attached,
  type Versions,
} from '@/features/contract/record-queries'
import { plainFileName } from '@/lib/text/human-text'
import { formatBytes, formatCount, formatDateTime } from '@/lib/format'

type DeliveredFilesProps = { contractId: string; milestoneId: string }

/** The delivered files of a milestone; the versions of a file can be compared. */
export function DeliveredFiles({ contractId, milestoneId }: DeliveredFilesProps) {
  const { data = [] } = useQuery(attachedFilesQuery(contractId))
  const files = deliveredWith(data, milestoneId)
  if (files.length === 0) return null
  return (
    <ul aria-label="Arquivos da entrega" className="flex flex-col divide-y divide-line border-y border-line">
      {files.map((file) => (
        <li key={file.name} className="flex flex-col gap-1.5 py-2.5">
          <OneFile file={file} />
        </li>
      ))}
    </ul>
  )
}

function OneFile({ file: { name, versions } }: { file: Versions }) {
  const [newest] = versions
  if (newest === undefined) return null
  return (
    <>
      <div className="flex flex-wrap items-center gap-x-3 gap-y-1">
        <PaperLink name={newest.path} label={name} />
        <span className="text-muted">
          versão {newest.version} · {formatBytes(newest.bytes)} · SHA-256{' '}
          <span className="figures text-xs" title={newest.sha256}>
            {shortDigest(newest.sha256)}
          </span>
        </span>
      </div>
      <details>
        <summary className="w-fit cursor-pointer text-muted hover:text-ink">
          {versions.length === 1
            ? 'SHA-256 completo'
            : `Comparar ${formatCount(versions.length, 'versão', 'versões')}`}
        </summary>
        <ol
          aria-label={`Versões de ${plainFileName(name)}`}
          className="mt-2 flex flex-col gap-3 border-l-2 border-line pl-3"
        >
          {versions.map((version, at) => (
            <li key={version.id}>
              <OneVersion version={version} before={versions[at + 1]} isNewest={at === 0} />
            </li>
          ))}
        </ol>
      </details>
    </>
  )
}

type OneVersionProps = { version: Attached; before: Attached | undefined; isNewest: boolean }

function OneVersion({ version, before, isNewest }: OneVersionProps) {
  return (
    <div className="flex flex-col items-start gap-1">
      <p className="text-muted">
        <span className="font-medium text-ink">Versão {version.version}</span>,{' '}
        {formatDateTime(version.created_at)}, {formatBytes(version.bytes)}
        {before?.sha256 === version.sha256 && `, igual à versão ${String(before.version)}`}
      </p>
      <p className="figures text-xs break-all text-muted">{version.sha256}</p>
      {!isNewest && <PaperLink name={version.path} label={`Baixar a versão ${String(version.version)}`} />}
    </div>
  )
}
