import { useMutation } from '@tanstack/react-query'
import { getClient } from '@/api/client'
import { isServerDown } from '@/api/device/connectivity'
import { ApiError, errorSentence, toApiError } from '@/api/errors'
import { requestClient } from '@/api/request/request'
import { reportSessionEnd } from '@/api/session/session-end'
import { saveBlob } from '@/lib/device/save-blob'
import { toast } from '@/lib/toast'

/** Server functions that return files. */
type FileFunction =
  'calendar' | 'contracts_sheet' | 'export_data' | 'fiscal_sheet' | 'period_report' | 'statement_sheet'

type Answer = { data: unknown; error: unknown; response?: Response }

type FileAsk = { of: FileFunction; about?: Record<string, string> }

/** Calls a function that returns a file, and saves it under the name that the server gives. */
export async function saveFile({ of, about = {} }: FileAsk): Promise<void> {
  if (isServerDown()) throw new ApiError('offline', 0)
  const { functions } = await getClient()
  const answer: Answer = await functions.invoke<unknown>(of, { body: about })
  const { data, error, response } = answer
  if (error !== null) throw await refusalOf(error)
  const media = response?.headers.get('Content-Type') ?? ''
  const name = /filename="?([^";]+)/.exec(response?.headers.get('Content-Disposition') ?? '')?.[1]
  saveBlob(name ?? of, blobOf(data, media))
}

/** The client decodes text and drops its byte-order mark, by which spreadsheets recognise UTF-8. */
function blobOf(data: unknown, media: string): Blob {
  if (data instanceof Blob) return data
  const text = typeof data === 'string' ? data : JSON.stringify(data, null, 2)
  return new Blob([media.startsWith('text/csv') ? '\uFEFF' : '', text], { type: media })
}

/** The client leaves the body of a refusal unread; this reads the error from it. */
async function refusalOf(error: unknown): Promise<ApiError> {
  const answer: unknown = error instanceof Error ? Reflect.get(error, 'context') : undefined
  if (!(answer instanceof Response)) return new ApiError('offline', 0, { cause: error })
  const said: unknown = await answer.json().catch(() => undefined)
  const refusal = toApiError(said, answer.status)
  if (refusal.endsSession) reportSessionEnd(refusal)
  return refusal
}

/** saveFile as a mutation; `title` is the heading of the failure. */
export function useSaveFile(title: string) {
  return useMutation({
    mutationFn: saveFile,
    onError: (error) => toast({ variant: 'destructive', title, description: errorSentence(error) }),
  })
}

/** Saves a PDF that the server made; `content` is base64. */
export function savePdf({ name, content }: { name: string; content: string }): void {
  const bytes = Uint8Array.from(atob(content), (character) => character.charCodeAt(0))
  saveBlob(name, new Blob([bytes], { type: 'application/pdf' }))
}

/** Requests a PDF and saves it; shows a toast on failure. */
export function useSavePdf(print: () => Promise<void>) {
  return useMutation({
    mutationFn: print,
    onError: (error) =>
      toast({ variant: 'destructive', title: 'PDF não gerado', description: errorSentence(error) }),
  })
}

const BUCKET = 'deals'
const SIGNED_S = 60

/** Downloads a document of a contract by a signed address that is valid for a minute. */
export function useOpenPaper(path: string, label: string) {
  return useMutation({
    mutationFn: () =>
      requestClient((client) =>
        client.storage.from(BUCKET).createSignedUrl(path, SIGNED_S, { download: label }),
      ),
    onSuccess: ({ signedUrl }) => window.location.assign(signedUrl),
    onError: (error) =>
      toast({ variant: 'destructive', title: 'Arquivo não aberto', description: errorSentence(error) }),
  })
}
