import { PendingPictures, StoredPictures } from '@/features/portfolio/picture-list'
import { PortfolioPicture } from '@/features/portfolio/portfolio-picture'
import { IMAGES_MAX } from '@/features/portfolio/schema'
import type { usePictureUploads } from '@/features/portfolio/use-picture-uploads'
import { formatCount } from '@/lib/format'
import { Field } from '@/ui/field'
import { FileDrop } from '@/ui/file-drop'
import { toast } from '@/lib/toast'

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
