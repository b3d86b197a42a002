import { Check, FileStack, FileText, X } from 'lucide-react'
import { PAPERS_AT_ONCE, type Chosen } from '@/features/contract/documents/use-papers'
import { formatBytes } from '@/lib/format'
import { Button } from '@/ui/button'
import { Field, FieldError } from '@/ui/field'
import { FileDrop } from '@/ui/file-drop'
import { Progress } from '@/ui/progress'

type PapersFieldProps = {
  name: string
  label: string
  papers: readonly Chosen[]
  isSending: boolean
  onChoose: (files: readonly File[]) => void
  onRemove: (key: string) => void
}

/** Several chosen files, each with its progress or failure. */
export function PapersField({ name, label, papers, isSending, onChoose, onRemove }: PapersFieldProps) {
  return (
    <Field name={name} label={label} optional>
      <FileDrop
        label={papers.length === 0 ? 'Escolher arquivos' : 'Escolher mais arquivos'}
        hint={`PDF, imagem ou XML, até 10 MB cada, ${String(PAPERS_AT_ONCE)} de uma vez. O mesmo nome vira uma nova versão.`}
        accept={PAPERS}
        maxFiles={PAPERS_AT_ONCE}
        disabled={isSending}
        onFiles={onChoose}
      >
        <FileStack className="size-6 text-muted" aria-hidden />
      </FileDrop>
      <ul aria-label={label} className="divide-y divide-line empty:hidden">
        {papers.map((paper) => (
          <li key={paper.key} className="flex flex-col gap-1 py-2">
            <OnePaper paper={paper} isSending={isSending} onRemove={() => onRemove(paper.key)} />
          </li>
        ))}
      </ul>
    </Field>
  )
}

type OnePaperProps = { paper: Chosen; isSending: boolean; onRemove: () => void }

function OnePaper({ paper: { file, progress, error, isAttached }, isSending, onRemove }: OnePaperProps) {
  return (
    <>
      <p className="flex min-h-8 items-center justify-between gap-2 text-sm">
        <span className="min-w-0 break-words">
          {file.name} <span className="figures text-muted">{formatBytes(file.size)}</span>
        </span>
        {isAttached === true ? (
          <span className="flex items-center gap-1 text-success">
            <Check className="size-4" aria-hidden />
            Enviado
          </span>
        ) : (
          <Button
            variant="ghost"
            size="icon-sm"
            aria-label={`Tirar ${file.name}`}
            disabled={isSending}
            onClick={onRemove}
          >
            <X className="size-4" aria-hidden />
          </Button>
        )}
      </p>
      {progress !== undefined && <Progress value={progress} label={`Enviando ${file.name}`} />}
      {error !== undefined && (
        <div role="alert">
          <FieldError>{error}</FieldError>
        </div>
      )}
    </>
  )
}

export const PAPERS = {
  'application/pdf': ['.pdf'],
  'image/png': ['.png'],
  'image/jpeg': ['.jpg', '.jpeg'],
  'image/webp': ['.webp'],
  'application/xml': ['.xml'],
  'text/xml': ['.xml'],
}

type PaperFieldProps = {
  name: string
  label: string
  file: File | undefined
  onFile: (file: File | undefined) => void
  /** Progress of the upload, 0–1. */
  progress: number | undefined
}

/** One chosen file that is not sent yet. */
export function PaperField({ name, label, file, onFile, progress }: PaperFieldProps) {
  return (
    <Field name={name} label={label} optional>
      <FileDrop
        label={file === undefined ? 'Escolher arquivo' : 'Trocar arquivo'}
        hint="PDF, imagem ou XML, até 10 MB"
        accept={PAPERS}
        progress={progress}
        onFiles={(files) => onFile(files[0])}
      >
        <FileText className="size-6 text-muted" aria-hidden />
      </FileDrop>
      {file !== undefined && (
        <p className="flex items-center justify-between gap-2 text-sm">
          <span className="min-w-0 truncate">
            {file.name} <span className="text-muted">{formatBytes(file.size)}</span>
          </span>
          <Button
            variant="ghost"
            size="icon-sm"
            aria-label={`Tirar ${file.name}`}
            onClick={() => onFile(undefined)}
          >
            <X className="size-4" aria-hidden />
          </Button>
        </p>
      )}
    </Field>
  )
}
