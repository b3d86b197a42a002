import { FileText, X } from 'lucide-react'
import { formatBytes } from '@/lib/format'
import { Button } from '@/ui/button'
import { Field } from '@/ui/field'
import { FileDrop } from '@/ui/file-drop'

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
