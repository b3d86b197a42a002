import { useState } from 'react'
import { errorSentence } from '@/api/errors'
import { uploadPaper } from '@/api/request/upload'
import { BUCKET } from '@/features/project/files/files-query'
import { readIoList, type IoListReading } from '@/features/project/io-list/io-list-query'
import { mediaTypeOf } from '@/lib/text/file-types'

/** The files in which engineering tools export a list. */
export const ACCEPTED: Record<string, string[]> = {
  'text/csv': ['.csv'],
  'application/vnd.openxmlformats-officedocument.spreadsheetml.sheet': ['.xlsx'],
  'text/plain': ['.txt'],
  'application/xml': ['.xml', '.l5x', '.aml'],
  'text/xml': ['.xml'],
  'application/json': ['.json'],
}

/** How far a chosen file is: sent, read by the server, or refused. */
export type Upload =
  | { state: 'none' }
  | { state: 'sending'; name: string; progress: number }
  | { state: 'reading'; name: string }
  | { state: 'read'; name: string; path: string; reading: IoListReading }
  | { state: 'failed'; name: string; error: string; file: File }

const NONE: Upload = { state: 'none' }

/** A list that is stored in the project's folder and read, before anybody else sees it. */
export function useIoListUpload(projectId: string) {
  const [upload, setUpload] = useState<Upload>(NONE)

  async function send(file: File) {
    const { name } = file
    try {
      setUpload({ state: 'sending', name, progress: 0 })
      const typed = new File([file], name, { type: mediaTypeOf(file, ACCEPTED) ?? file.type })
      const path = await uploadPaper(BUCKET, projectId, typed, (progress) =>
        setUpload({ state: 'sending', name, progress }),
      )
      setUpload({ state: 'reading', name })
      setUpload({ state: 'read', name, path, reading: await readIoList(path) })
    } catch (error) {
      setUpload({ state: 'failed', name, error: errorSentence(error), file })
    }
  }

  return { upload, send: (file: File) => void send(file), forget: () => setUpload(NONE) }
}
