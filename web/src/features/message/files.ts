import { queryOptions } from '@tanstack/react-query'
import { requestClient } from '@/api/request/request'
import { keys } from '@/api/keys'
import type { MessageFile } from '@/features/message/queries'
import { DOCUMENTS, mediaTypeOf as typeOf } from '@/lib/text/file-types'

export const BUCKET = 'messages'

/** What may go with a message, by media type and ending; the bucket refuses the rest. */
export const ACCEPTED = DOCUMENTS
export const FILE_BYTES_MAX = 10 * 1024 * 1024

const DOWNLOAD_S = 60
const SHOWN_S = 60 * 60

/** An address that shows a picture for an hour; it is asked for anew before that is over. */
export function pictureQuery(path: string) {
  return queryOptions({
    queryKey: keys.messageFile(path),
    queryFn: () => sign(path, SHOWN_S),
    staleTime: (SHOWN_S - 5 * 60) * 1000,
  })
}

/** An address that saves a file under its name, for a minute. */
export function fileAddress({ path, name }: MessageFile): Promise<string> {
  return sign(path, DOWNLOAD_S, name)
}

async function sign(path: string, seconds: number, download?: string): Promise<string> {
  const { signedUrl } = await requestClient((client) =>
    client.storage.from(BUCKET).createSignedUrl(path, seconds, download === undefined ? {} : { download }),
  )
  return signedUrl
}

/** The type that a file is sent with; none where it may not go along. */
export function mediaTypeOf(file: File): string | undefined {
  return typeOf(file, ACCEPTED)
}
