import { requestClient } from '@/api/request/request'
import { getClient, getConfig } from '@/api/client'
import { ApiError, learnSentences, toApiError, retryAfterDetails } from '@/api/errors'
import { reportSessionEnd } from '@/api/session/session-end'

const BUCKET = 'public-uploads'
/** A year, in seconds: a name is never used for a second picture. */
const CACHED_S = 31_536_000
const PUBLIC_PREFIX = `/storage/v1/object/public/${BUCKET}/`

export type ReportProgress = (share: number) => void

/**
 * Stores a picture in the public bucket, replacing any with the same name, and returns its public
 * address. A plain request is used because the library reports no progress: `onProgress` receives 0–1,
 * and `signal` aborts.
 */
export async function uploadPicture(
  name: string,
  file: Blob,
  onProgress: ReportProgress,
  signal?: AbortSignal,
): Promise<string> {
  const headers = { 'cache-control': `max-age=${CACHED_S}`, 'x-upsert': 'true' }
  await store(`${BUCKET}/${name}`, headers, file, onProgress, signal)
  const client = await getClient()
  return client.storage.from(BUCKET).getPublicUrl(name).data.publicUrl
}

/** Stores a file in a folder of a private bucket under a new name, and returns that name. */
export async function uploadPaper(
  bucket: string,
  folder: string,
  file: File,
  onProgress: ReportProgress,
): Promise<string> {
  const name = paperName(folder, file.name)
  await storePaper(bucket, name, file, onProgress)
  return name
}

/** A new, unique name in a folder. */
export function paperName(folder: string, fileName: string): string {
  return `${folder}/${uniquePrefix()}-${plainName(fileName)}`
}

/**
 * Stores a file under a unique name. A file that is already there is this one: the answer to the first
 * try was lost.
 */
export async function storePaper(
  bucket: string,
  name: string,
  file: File,
  onProgress: ReportProgress,
): Promise<void> {
  try {
    await store(`${bucket}/${name}`, {}, file, onProgress)
  } catch (error) {
    if (!(error instanceof ApiError && error.code === 'KeyAlreadyExists')) throw error
  }
}

function uniquePrefix(): string {
  const bytes = Array.from(crypto.getRandomValues(new Uint8Array(8)))
  return bytes.map((byte) => byte.toString(16).padStart(2, '0')).join('')
}

const NAME_MAX = 100

/** Only letters, digits, dots and dashes, with the ending kept. */
function plainName(name: string): string {
  const plain = name
    .normalize('NFD')
    .replace(/\p{M}/gu, '')
    .replace(/[^\w.-]+/g, '-')
  return plain.slice(-NAME_MAX)
}

/** Removes the files behind these addresses; addresses of other origins are ignored. */
export async function removePictures(addresses: readonly string[]): Promise<void> {
  const names = addresses.flatMap((address) => storedName(address) ?? [])
  if (names.length === 0) return
  await requestClient((client) => client.storage.from(BUCKET).remove(names))
}

/** The name in the bucket behind a public address. */
export function storedName(address: string): string | undefined {
  const start = address.indexOf(PUBLIC_PREFIX)
  if (start < 0) return undefined
  const [path = ''] = address.slice(start + PUBLIC_PREFIX.length).split(/[?#]/)
  return path === '' ? undefined : decodeURIComponent(path)
}

async function store(
  name: string,
  headers: Record<string, string>,
  file: Blob,
  onProgress: ReportProgress,
  signal?: AbortSignal,
): Promise<void> {
  const client = await getClient()
  const [{ data }, { url, anonKey }] = await Promise.all([client.auth.getSession(), getConfig()])
  const token = data.session?.access_token
  if (token === undefined) throw new ApiError('session_ended', 401)
  const authorized = {
    apikey: anonKey,
    Authorization: `Bearer ${token}`,
    'Content-Type': file.type,
    ...headers,
  }
  await send(`${url}/storage/v1/object/${name}`, authorized, file, onProgress, signal)
}

function send(
  address: string,
  headers: Record<string, string>,
  file: Blob,
  onProgress: ReportProgress,
  signal: AbortSignal | undefined,
): Promise<void> {
  return new Promise((resolve, reject) => {
    const request = new XMLHttpRequest()
    request.open('POST', address)
    Object.entries(headers).forEach(([header, value]) => request.setRequestHeader(header, value))
    request.upload.onprogress = ({ loaded, total }) => onProgress(total > 0 ? loaded / total : 0)
    request.onload = () =>
      request.status < 300 ? resolve() : void learnSentences().then(() => reject(refusalOf(request)))
    request.onerror = () => reject(new ApiError('offline', 0))
    request.onabort = () => reject(new ApiError('offline', 0))
    signal?.addEventListener('abort', () => request.abort())
    request.send(file)
  })
}

function refusalOf(request: XMLHttpRequest): ApiError {
  const details = retryAfterDetails(request.getResponseHeader('Retry-After'))
  const failure = toApiError({ details, ...Object(parse(request.responseText)) }, request.status)
  if (failure.endsSession) reportSessionEnd(failure)
  return failure
}

function parse(text: string): unknown {
  try {
    return JSON.parse(text)
  } catch {
    return undefined // A gateway answered with a page of its own: the status has to suffice.
  }
}
