import { Paperclip } from 'lucide-react'
import type { ClipboardEvent, ReactNode } from 'react'
import { useDropzone } from 'react-dropzone'
import { MESSAGE_FILES_MAX } from '@/api/limits'
import { FILE_BYTES_MAX } from '@/features/message/files'
import { formatBytes } from '@/lib/format'

type DropPlaceProps = {
  /** Missing where nobody may answer. */
  onFiles: ((files: readonly File[]) => void) | undefined
  children: ReactNode
}

/** The whole conversation takes files that are dragged onto it or pasted; by keyboard they are chosen beside the box. */
export function DropPlace({ onFiles, children }: DropPlaceProps) {
  const { getRootProps, isDragActive } = useDropzone({
    noClick: true,
    noKeyboard: true,
    disabled: onFiles === undefined,
    onDrop: (files) => onFiles?.(files),
  })

  function onPaste(event: ClipboardEvent) {
    const files = [...event.clipboardData.files]
    if (files.length === 0 || onFiles === undefined) return
    event.preventDefault()
    onFiles(files)
  }

  return (
    <section
      {...getRootProps({ role: 'region' })}
      aria-label="Conversa"
      className="relative flex h-full min-h-0 flex-col"
      onPaste={onPaste}
    >
      {children}
      {isDragActive && (
        <div className="pointer-events-none absolute inset-0 z-10 bg-raised p-2">
          <div className="flex h-full flex-col items-center justify-center gap-2 rounded border-2 border-dashed border-focus p-4 text-center">
            <Paperclip className="size-8 text-muted" aria-hidden />
            <p className="text-base font-semibold">Solte para anexar</p>
            <p className="text-sm text-muted">
              Até {MESSAGE_FILES_MAX} arquivos de {formatBytes(FILE_BYTES_MAX)} cada
            </p>
          </div>
        </div>
      )}
    </section>
  )
}
