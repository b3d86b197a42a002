import { Trash2 } from 'lucide-react'
import { lazy, Suspense, useState, type ReactNode } from 'react'
import type { Picture } from '@/features/profile-edit/schema'
import { Button } from '@/ui/button'
import type { PictureSize } from '@/ui/crop-picture'
import { Field } from '@/ui/field'
import { FileDrop } from '@/ui/file-drop'

const CropDialog = lazy(() => import('@/ui/crop-dialog'))

type PictureDropProps = {
  name: string
  label: string
  value: Picture
  onValueChange: (picture: Picture) => void
  /** Of the stored picture, in pixels. */
  size: PictureSize
  /** 0–1 while the picture is being sent. */
  progress: number | undefined
  /** What stands inside the area: the picture as it is now. */
  children: ReactNode
  /** More to do beside removing. */
  actions?: ReactNode
}

/** One picture: dropped or chosen, cropped, replaced or removed. */
export function PictureDrop({
  name,
  label,
  value,
  onValueChange,
  size,
  progress,
  ...rest
}: PictureDropProps) {
  const [file, setFile] = useState<File>()
  const hasPicture = value.url !== null || value.blob !== null
  return (
    <div className="flex flex-col gap-2">
      <Field name={name} label={label} optional>
        <FileDrop
          label="Arraste uma imagem ou clique para escolher"
          hint={`Será recortada em ${size.width} × ${size.height} pixels.`}
          progress={progress}
          onFiles={([first]) => setFile(first)}
        >
          {rest.children}
        </FileDrop>
      </Field>
      <div className="flex flex-wrap gap-2 empty:hidden">
        {hasPicture && (
          <Button
            variant="ghost"
            size="sm"
            aria-label={`Remover ${label.toLowerCase()}`}
            onClick={() => onValueChange({ url: null, blob: null })}
          >
            <Trash2 className="size-4" aria-hidden />
            Remover imagem
          </Button>
        )}
        {rest.actions}
      </div>
      {file !== undefined && (
        <Suspense>
          <CropDialog
            file={file}
            title={`Enquadrar ${label.toLowerCase()}`}
            size={size}
            onClose={() => setFile(undefined)}
            onCropped={(blob) => {
              onValueChange({ url: null, blob })
              setFile(undefined)
            }}
          />
        </Suspense>
      )}
    </div>
  )
}
