import { useQuery, useMutation, useQueryClient } from '@tanstack/react-query'
import { errorSentence } from '@/api/errors'
import { siteImageRowsQuery, saveSiteImage, uploadSiteImage } from '@/features/admin/queries'
import { ErrorState } from '@/ui/error-state'
import { Loading, Skeleton } from '@/ui/skeleton'
import { Copy, RotateCcw } from 'lucide-react'
import { useState } from 'react'
import { pictureAddress } from '@/lib/text/address'
import { Button } from '@/ui/button'
import { Card } from '@/ui/card'
import { FileDrop } from '@/ui/file-drop'
import { Tag } from '@/ui/tag'
import { toast } from '@/lib/toast'

type SiteImagesProps = {
  /** The address of the built-in picture of a key. */
  original: (key: string) => string | undefined
}

/** The pictures of the public pages; open pages show a replacement at once. */
export function SiteImages({ original }: SiteImagesProps) {
  const query = useQuery(siteImageRowsQuery())
  if (query.isPending) {
    return (
      <Loading label="Carregando imagens…">
        <div className="grid grid-cols-1 gap-4 md:grid-cols-2 xl:grid-cols-3">
          {Array.from({ length: 6 }, (_, i) => (
            <Skeleton key={i} className="h-80" />
          ))}
        </div>
      </Loading>
    )
  }
  if (query.isError)
    return <ErrorState message={errorSentence(query.error)} onRetry={() => void query.refetch()} />
  return (
    <ul aria-label="Imagens do site" className="grid grid-cols-1 gap-4 md:grid-cols-2 xl:grid-cols-3">
      {query.data.map((image) => (
        <li key={image.key}>
          <SiteImageCard image={image} original={original(image.key)} />
        </li>
      ))}
    </ul>
  )
}

type Image = { key: string; name: string; url: string }

type SiteImageCardProps = {
  image: Image
  original: string | undefined
}

/** A picture with its key and address, and the two controls that change it. */
function SiteImageCard({ image, original }: SiteImageCardProps) {
  const { share, isSaving, replace, restore } = useReplacing(image.key)
  return (
    <Card className="flex h-full flex-col gap-4 p-4">
      <div className="flex items-start justify-between gap-3">
        <div className="min-w-0">
          <h3 className="font-medium break-words">{image.name}</h3>
          <Tag>{image.key}</Tag>
        </div>
        {original !== undefined && original !== image.url && (
          <Button size="sm" variant="ghost" loading={isSaving} onClick={() => restore(original)}>
            <RotateCcw className="size-4" aria-hidden />
            Restaurar original
          </Button>
        )}
      </div>
      <FileDrop
        label={`Arraste ou clique para trocar ${image.name}`}
        progress={share}
        onFiles={([file]) => {
          if (file !== undefined) void replace(file)
        }}
      >
        <img
          src={pictureAddress(image.url)}
          alt={`Atual: ${image.name}`}
          loading="lazy"
          className="mx-auto aspect-4/3 w-full max-w-xs object-contain"
        />
      </FileDrop>
      <Address image={image} />
    </Card>
  )
}

function Address({ image }: { image: Image }) {
  return (
    <div className="mt-auto flex items-center gap-2">
      <p className="figures min-w-0 flex-1 truncate text-xs text-muted" title={image.url}>
        {image.url}
      </p>
      <Button
        size="icon-sm"
        variant="ghost"
        aria-label={`Copiar o endereço de ${image.name}`}
        onClick={() =>
          void navigator.clipboard.writeText(image.url).then(() => toast({ title: 'Endereço copiado' }))
        }
      >
        <Copy className="size-4" aria-hidden />
      </Button>
    </div>
  )
}

const SAVED = { title: 'Sucesso!', description: 'Imagem do site atualizada.' }

function useReplacing(key: string) {
  const [share, setShare] = useState<number>()
  const save = useMutation(saveSiteImage(useQueryClient()))

  async function replace(file: File) {
    setShare(0)
    try {
      const url = await uploadSiteImage(key, file, setShare)
      await save.mutateAsync({ key, url })
      toast(SAVED)
    } catch {
      toast({
        variant: 'destructive',
        title: 'Erro no Upload',
        description: 'Não foi possível enviar a imagem.',
      })
    } finally {
      setShare(undefined)
    }
  }

  function restore(url: string) {
    save.mutate(
      { key, url },
      {
        onSuccess: () => toast(SAVED),
        onError: (error) =>
          toast({
            variant: 'destructive',
            title: 'Imagem não restaurada',
            description: errorSentence(error),
          }),
      },
    )
  }

  return { share, isSaving: save.isPending, replace, restore }
}
