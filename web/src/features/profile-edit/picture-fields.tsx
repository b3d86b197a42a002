import { Shuffle, Trash2 } from 'lucide-react'
import { lazy, Suspense, useState, type ReactNode } from 'react'
import { Controller, useWatch, type UseFormReturn } from 'react-hook-form'
import type { PictureKind } from '@/features/profile-edit/queries'
import type { Picture, ProfileInput, ProfileValues } from '@/features/profile-edit/schema'
import { usePreview } from './use-preview'
import { pictureAddress } from '@/lib/text/address'
import { Avatar, type AvatarKind } from '@/ui/avatar'
import { Button } from '@/ui/button'
import type { PictureSize } from '@/ui/crop-picture'
import { Field } from '@/ui/field'
import { FileDrop } from '@/ui/file-drop'

const AVATAR_SIZE = { width: 512, height: 512 }
const BANNER_SIZE = { width: 1600, height: 400 }

export type ProfileForm = UseFormReturn<ProfileInput, unknown, ProfileValues>
export type PictureProgress = Partial<Record<PictureKind, number>>

type PictureFieldsProps = { form: ProfileForm; progress: PictureProgress }

/** Only a party has a page, and a banner above it. */
export function PictureFields({
  isParty,
  kind,
  ...fields
}: PictureFieldsProps & { isParty: boolean; kind: AvatarKind }) {
  return (
    <div className="grid gap-6 md:grid-cols-2">
      <AvatarField kind={kind} {...fields} />
      {isParty && <BannerField {...fields} />}
    </div>
  )
}

function AvatarField({ form, progress, kind }: PictureFieldsProps & { kind: AvatarKind }) {
  const { control, setValue } = form
  const [name, seed, avatar] = useWatch({ control, name: ['name', 'avatar_seed', 'avatar'] })
  const preview = usePreview(avatar)
  const isGenerated = avatar.url === null && avatar.blob === null
  return (
    <Controller
      control={control}
      name="avatar"
      render={({ field }) => (
        <PictureDrop
          name="avatar"
          label="Foto de perfil"
          size={AVATAR_SIZE}
          value={field.value}
          onValueChange={field.onChange}
          progress={progress.avatar}
          actions={
            isGenerated && (
              <Button
                variant="ghost"
                size="sm"
                aria-label="Gerar outro avatar"
                onClick={() => setValue('avatar_seed', newSeed(), { shouldDirty: true })}
              >
                <Shuffle className="size-4" aria-hidden />
                Gerar outro
              </Button>
            )
          }
        >
          <Avatar
            name={name}
            kind={kind}
            imageUrl={preview}
            seed={seed}
            size="xl"
            alt="Foto de perfil atual"
          />
        </PictureDrop>
      )}
    />
  )
}

function BannerField({ form, progress }: PictureFieldsProps) {
  const { control } = form
  const preview = usePreview(useWatch({ control, name: 'banner' }))
  return (
    <Controller
      control={control}
      name="banner"
      render={({ field }) => (
        <PictureDrop
          name="banner"
          label="Banner"
          size={BANNER_SIZE}
          value={field.value}
          onValueChange={field.onChange}
          progress={progress.banner}
        >
          <div className="flex h-28 w-full items-center">
            {preview === null ? (
              <div className="drawing-grid aspect-4/1 w-full rounded border border-line" />
            ) : (
              <img
                src={pictureAddress(preview)}
                alt="Banner atual"
                className="aspect-4/1 w-full rounded object-cover"
              />
            )}
          </div>
        </PictureDrop>
      )}
    />
  )
}

function newSeed(): string {
  return crypto.randomUUID().replaceAll('-', '')
}

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
function PictureDrop({ name, label, value, onValueChange, size, progress, ...rest }: PictureDropProps) {
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
