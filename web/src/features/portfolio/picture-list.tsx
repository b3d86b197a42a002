import { ArrowLeft, ArrowRight, RotateCw, X } from 'lucide-react'
import type { Upload } from '@/features/portfolio/use-picture-uploads'
import { pictureAddress } from '@/lib/text/address'
import { classNames } from '@/lib/class-names'
import { Button } from '@/ui/button'
import { FieldError } from '@/ui/field'
import { Progress } from '@/ui/progress'
import { useDragOrder, moveEntry } from '@/ui/use-drag-order'

const frame = 'aspect-video w-full rounded-sm border border-line bg-sunken object-cover'

type StoredPicturesProps = {
  urls: readonly string[]
  onReorder: (urls: string[]) => void
  onRemove: (url: string) => void
}

/** The stored pictures; the first one is the cover. */
export function StoredPictures({ urls, onReorder, onRemove }: StoredPicturesProps) {
  const move = (from: number, to: number) => onReorder(moveEntry(urls, from, to))
  const drag = useDragOrder(move)
  return urls.map((url, index) => (
    <li
      key={url}
      {...drag.entryProps(index)}
      className={classNames('flex cursor-grab flex-col gap-1', drag.isTarget(index) && 'opacity-60')}
    >
      <img src={pictureAddress(url)} alt={`Imagem ${index + 1}`} draggable={false} className={frame} />
      <div className="flex items-center">
        <Button
          variant="ghost"
          size="icon-sm"
          aria-label={`Mover imagem ${index + 1} para antes`}
          aria-disabled={index === 0}
          onClick={() => move(index, index - 1)}
        >
          <ArrowLeft className="size-4" aria-hidden />
        </Button>
        <Button
          variant="ghost"
          size="icon-sm"
          aria-label={`Mover imagem ${index + 1} para depois`}
          aria-disabled={index === urls.length - 1}
          onClick={() => move(index, index + 1)}
        >
          <ArrowRight className="size-4" aria-hidden />
        </Button>
        {index === 0 && <span className="text-xs text-muted">Capa</span>}
        <Button
          variant="ghost"
          size="icon-sm"
          className="ml-auto"
          aria-label={`Remover imagem ${index + 1}`}
          onClick={() => onRemove(url)}
        >
          <X className="size-4" aria-hidden />
        </Button>
      </div>
    </li>
  ))
}

type PendingPicturesProps = {
  uploads: readonly Upload[]
  onRetry: (upload: Upload) => void
  onDismiss: (upload: Upload) => void
}

export function PendingPictures({ uploads, onRetry, onDismiss }: PendingPicturesProps) {
  return uploads.map((upload) => (
    <li key={upload.id} className="flex flex-col gap-1">
      <img src={pictureAddress(upload.preview)} alt="" className={classNames(frame, 'opacity-60')} />
      {upload.error === undefined ? (
        <Progress value={upload.share} label={`Enviando ${upload.file.name}`} />
      ) : (
        <FieldError>{upload.error}</FieldError>
      )}
      <div className="flex flex-wrap gap-1">
        {upload.error !== undefined && (
          <Button variant="ghost" size="sm" onClick={() => onRetry(upload)}>
            <RotateCw className="size-4" aria-hidden />
            Tentar novamente
          </Button>
        )}
        <Button
          variant="ghost"
          size="icon-sm"
          aria-label={`${upload.error === undefined ? 'Cancelar' : 'Descartar'} ${upload.file.name}`}
          onClick={() => onDismiss(upload)}
        >
          <X className="size-4" aria-hidden />
        </Button>
      </div>
    </li>
  ))
}
