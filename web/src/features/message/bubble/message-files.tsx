import { useQuery } from '@tanstack/react-query'
import { Download, FileText, ImageOff } from 'lucide-react'
import { fileAddress, pictureQuery } from '@/features/message/files'
import type { MessageFile } from '@/features/message/queries'
import { linkAddress, pictureAddress } from '@/lib/text/address'
import { plainFileName } from '@/lib/text/human-text'
import { formatBytes } from '@/lib/format'
import { Skeleton } from '@/ui/skeleton'
import { toast } from '@/lib/toast'
import { errorSentence } from '@/api/errors'

type MessageFilesProps = {
  files: readonly MessageFile[]
  /** Before that they are on this device alone. */
  isSent?: boolean
}

/** What came with a message: pictures are shown, everything has its name, size and a way to be saved. */
export function MessageFiles({ files, isSent = true }: MessageFilesProps) {
  return (
    <ul className="flex flex-col gap-2">
      {files.map(named).map((file) => (
        <li key={file.path} className="min-w-0">
          {isSent && file.media_type.startsWith('image/') && <Picture file={file} />}
          {isSent ? <Row file={file} /> : <Waiting file={file} />}
        </li>
      ))}
    </ul>
  )
}

/** Names of before these signs were refused are drawn without them. */
function named(file: MessageFile): MessageFile {
  return { ...file, name: plainFileName(file.name) }
}

function Picture({ file }: { file: MessageFile }) {
  const { data: address, isError } = useQuery(pictureQuery(file.path))
  if (isError) return <ImageOff className="m-auto size-6" aria-label="A imagem não pôde ser carregada." />
  if (address === undefined) return <Skeleton className="h-48 w-64 max-w-full" />
  return (
    <a href={linkAddress(address)} target="_blank" rel="noopener noreferrer" className="block">
      <img
        src={pictureAddress(address)}
        alt={`Imagem ${file.name}`}
        loading="lazy"
        decoding="async"
        className="h-48 w-64 max-w-full rounded-sm bg-sunken object-cover"
      />
    </a>
  )
}

function Waiting({ file: { name, bytes } }: { file: MessageFile }) {
  return (
    <p className="flex min-h-8 items-center gap-2 py-1">
      <FileText className="size-4 shrink-0" aria-hidden />
      <span className="min-w-0 flex-1 truncate">{name}</span>
      <span className="figures text-xs">{formatBytes(bytes)}</span>
    </p>
  )
}

function Row({ file }: { file: MessageFile }) {
  async function save() {
    try {
      window.location.assign(await fileAddress(file))
    } catch (error) {
      toast({ variant: 'destructive', title: 'Arquivo não baixado', description: errorSentence(error) })
    }
  }
  return (
    <button
      type="button"
      className="flex min-h-8 w-full max-w-full items-center gap-2 rounded-sm py-1 text-left hover:underline"
      aria-label={`Baixar ${file.name}, ${formatBytes(file.bytes)}`}
      onClick={() => void save()}
    >
      <FileText className="size-4" aria-hidden />
      <span className="min-w-0 flex-1 truncate">{file.name}</span>
      <span className="figures text-xs">{formatBytes(file.bytes)}</span>
      <Download className="size-4" aria-hidden />
    </button>
  )
}
