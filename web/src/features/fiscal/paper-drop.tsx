import type { ReactNode } from 'react'
import { formatBytes } from '@/lib/format'
import { FileDrop } from '@/ui/file-drop'

type PaperDropProps = {
  file: File | undefined
  hint: string
  accept: Record<string, string[]>
  progress: number | undefined
  onFile: (file: File | undefined) => void
  /** The icon of the empty area. */
  icon: ReactNode
}

/** Chooses one file of a milestone, and shows its name and size. */
export function PaperDrop({ file, icon, onFile, ...props }: PaperDropProps) {
  return (
    <>
      <FileDrop
        {...props}
        label={file === undefined ? 'Escolher arquivo' : 'Trocar arquivo'}
        onFiles={(files) => onFile(files[0])}
      >
        {icon}
      </FileDrop>
      {file !== undefined && (
        <p className="text-sm break-words">
          {file.name} <span className="text-muted">{formatBytes(file.size)}</span>
        </p>
      )}
    </>
  )
}
