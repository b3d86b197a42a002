import { ImageUp } from 'lucide-react'
import { useId, useState, type ReactNode } from 'react'
import { useDropzone, type FileError } from 'react-dropzone'
import { classNames } from '@/lib/class-names'
import { plainFileName, withPlainName } from '@/lib/text/human-text'
import { formatBytes } from '@/lib/format'
import { FieldError, useFieldControl, useFieldLabelId } from '@/ui/field'
import { Progress } from '@/ui/progress'

type FileDropProps = {
  /** The instruction: "Arraste uma imagem ou clique para escolher". */
  label: string
  hint?: ReactNode
  /** Image types by default. */
  accept?: Record<string, string[]>
  maxFiles?: number
  maxSize_bytes?: number
  onFiles: (files: File[]) => void
  /** The progress from 0 to 1 while a file is being sent. */
  progress?: number | undefined
  disabled?: boolean
  /** A preview of the current file, inside the area. */
  children?: ReactNode
  className?: string
}

const IMAGES = { 'image/*': [] }
const IMAGE_TYPES = ['image/jpeg', 'image/png', 'image/webp', 'image/gif']
const DEFAULT_SIZE_BYTES = 10 * 1024 * 1024

/** Accepts files by drop, click, keyboard or paste, and says why a file was refused. */
export function FileDrop({
  label,
  hint,
  accept = IMAGES,
  maxFiles = 1,
  onFiles,
  children,
  ...props
}: FileDropProps) {
  const { maxSize_bytes = DEFAULT_SIZE_BYTES, progress, disabled = false, className } = props
  const [refusals, setRefusals] = useState<string[]>([])
  const isBusy = disabled || progress !== undefined
  const { getRootProps, getInputProps, isDragActive, open } = useDropzone({
    accept,
    maxFiles,
    multiple: maxFiles > 1,
    minSize: 1,
    maxSize: maxSize_bytes,
    ...(accept === IMAGES ? { validator: checkImage } : {}),
    disabled: isBusy,
    noClick: true,
    noKeyboard: true,
    onDrop(files, rejections) {
      const errors = rejections.flatMap((rejection) =>
        rejection.errors.map((error) => ({ file: rejection.file, error })),
      )
      const limits = { maxSize_bytes, maxFiles }
      setRefusals(errors.map(({ file, error }) => refusal(file, error, limits, accept === IMAGES)))
      // Too many files were given: we do not guess which ones were meant.
      const isTooMany = errors.some(({ error }) => error.code === 'too-many-files')
      if (files.length > 0 && !isTooMany) onFiles(files.map(withPlainName))
    },
  })
  return (
    <div className={classNames('flex flex-col gap-2', className)}>
      <div
        {...getRootProps()}
        className={classNames(
          'relative flex min-h-32 flex-col items-center justify-center gap-2 overflow-hidden rounded border border-dashed border-control bg-sunken p-4 text-center text-sm transition-colors duration-150 hover:bg-hover',
          isDragActive && 'border-solid border-focus bg-hover',
        )}
      >
        <input {...getInputProps()} aria-label={label} />
        {children ?? <ImageUp className="size-6 text-muted" aria-hidden />}
        <PickButton label={isDragActive ? 'Solte aqui' : label} disabled={isBusy} onClick={open} />
        {hint && <span className="text-muted">{hint}</span>}
      </div>
      {progress !== undefined && <Progress value={progress} label="Enviando" />}
      <div aria-live="polite" className="flex flex-col gap-1 empty:hidden">
        {[...new Set(refusals)].map((text) => (
          <FieldError key={text}>{text}</FieldError>
        ))}
      </div>
    </div>
  )
}

/** The whole area is its target, and the area's text is its name. */
function PickButton({ label, disabled, onClick }: { label: string; disabled: boolean; onClick: () => void }) {
  const control = useFieldControl()
  const labelId = useFieldLabelId()
  const ownId = useId()
  return (
    <button
      type="button"
      id={control.id}
      aria-labelledby={labelId && `${labelId} ${ownId}`}
      aria-describedby={control['aria-describedby']}
      disabled={disabled}
      className="min-h-6 rounded font-medium after:absolute after:inset-0 focus-visible:outline-none focus-visible:after:rounded focus-visible:after:outline-2 focus-visible:after:-outline-offset-2 focus-visible:after:outline-focus"
      onClick={onClick}
    >
      <span id={ownId}>{label}</span>
    </button>
  )
}

/** Drawings and camera formats are images too, but not ones that every browser shows. */
function checkImage(file: File): FileError | null {
  if (!file.type.startsWith('image/') || IMAGE_TYPES.includes(file.type)) return null
  return { code: 'image-type-unsupported', message: `File type must be one of ${IMAGE_TYPES.join(', ')}` }
}

/** The Portuguese sentence, followed by the library's message in parentheses. */
function refusal(
  file: File,
  error: FileError,
  { maxSize_bytes, maxFiles }: { maxSize_bytes: number; maxFiles: number },
  isImage: boolean,
): string {
  const name = plainFileName(file.name)
  const sentences: Record<string, string> = {
    'file-invalid-type': isImage
      ? 'O arquivo precisa ser uma imagem'
      : `“${name}” não é um tipo de arquivo aceito`,
    'image-type-unsupported': `“${name}” precisa ser JPG, PNG, WebP ou GIF`,
    'file-too-large': `“${name}” é maior que ${formatBytes(maxSize_bytes)}`,
    'file-too-small': `“${name}” está vazio`,
    'too-many-files':
      maxFiles === 1
        ? 'Envie um arquivo de cada vez'
        : `Escolha até ${String(maxFiles)} arquivos de cada vez`,
  }
  return `${sentences[error.code] ?? `“${name}” não foi aceito`} (${phrase(error, maxSize_bytes)})`
}

/** The library rounds sizes; comparing the exact size tells which limit was exceeded. */
function phrase(error: FileError, maxSize_bytes: number): string {
  if (error.code === 'file-too-large') return `File is larger than ${maxSize_bytes} bytes`
  if (error.code === 'file-too-small') return 'File is smaller than 1 bytes'
  return error.message
}
