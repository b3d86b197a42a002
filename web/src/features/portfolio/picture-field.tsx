import { ArrowLeft, ArrowRight, RotateCw, X } from 'lucide-react'
import { PortfolioPicture } from '@/features/portfolio/portfolio-picture'
import { IMAGES_MAX } from '@/features/portfolio/schema'
import type { Upload, usePictureUploads } from '@/features/portfolio/use-picture-uploads'
import { classNames } from '@/lib/class-names'
import { formatCount } from '@/lib/format'
import { pictureAddress } from '@/lib/text/address'
import { toast } from '@/lib/toast'
import { Button } from '@/ui/button'
import { Field, FieldError } from '@/ui/field'
import { FileDrop } from '@/ui/file-drop'
import { Progress } from '@/ui/progress'
import { moveEntry, useDragOrder } from '@/ui/use-drag-order'

type PictureFieldProps = {
  urls: readonly string[]
  pending: ReturnType<typeof usePictureUploads>
  onReorder: (urls: string[]) => void
  onRemove: (url: string) => void
  error: string | undefined
}

/** A field for up to five pictures; of a larger choice it takes as many as fit. */
export function PictureField({ urls, pending, onReorder, onRemove, error }: PictureFieldProps) {
  const { uploads } = pending
  const count = urls.length + uploads.length

  function add(files: File[]) {
    const room = IMAGES_MAX - count
    if (files.length > room) {
      toast({
        variant: 'destructive',
        title: 'Limite de imagens excedido',
        description: `Você pode adicionar no máximo ${IMAGES_MAX} imagens por projeto.`,
      })
    }
    pending.add(files.slice(0, room))
  }

  return (
    <div className="flex flex-col gap-3">
      <Field
        name="image_urls"
        label="Imagens"
        hint={`Até ${IMAGES_MAX} imagens; a primeira é a capa. Sem imagem, aparece a ilustração padrão.`}
        optional
        error={error}
      >
        <FileDrop
          label="Arraste imagens ou clique para escolher"
          hint={`JPG, PNG, WebP ou GIF de até 10 MB. ${formatCount(count, 'imagem', 'imagens')} de ${IMAGES_MAX}.`}
          maxFiles={Infinity}
          onFiles={add}
        />
      </Field>
      <ul aria-label="Imagens do projeto" className="grid grid-cols-2 gap-3 sm:grid-cols-3">
        <StoredPictures urls={urls} onReorder={onReorder} onRemove={onRemove} />
        <PendingPictures uploads={uploads} onRetry={pending.retry} onDismiss={pending.dismiss} />
        {count === 0 && (
          <li className="flex flex-col gap-1">
            <PortfolioPicture url={undefined} />
            <span className="text-xs text-muted">Ilustração padrão</span>
          </li>
        )}
      </ul>
    </div>
  )
}

const frame = 'aspect-video w-full rounded-sm border border-line bg-sunken object-cover'

type StoredPicturesProps = {
  urls: readonly string[]
  onReorder: (urls: string[]) => void
  onRemove: (url: string) => void
}

/** The stored pictures; the first one is the cover. */
function StoredPictures({ urls, onReorder, onRemove }: StoredPicturesProps) {
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

function PendingPictures({ uploads, onRetry, onDismiss }: PendingPicturesProps) {
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
