import { useState } from 'react'
import { errorSentence } from '@/api/errors'
import { MESSAGE_FILES_MAX } from '@/api/limits'
import { uploadPaper } from '@/api/upload'
import { BUCKET, FILE_BYTES_MAX, mediaTypeOf } from '@/features/message/files'
import type { MessageFile } from '@/features/message/queries'
import { formatBytes } from '@/lib/format'

/** A file chosen for a message: how far it is stored, or why it is not. */
export type Attachment = {
  key: string
  file: File
  /** 0–1 while it is being stored. */
  progress?: number | undefined
  error?: string | undefined
  stored?: MessageFile | undefined
}

/** What goes with the next message. Files are stored as soon as they are chosen; what is not sent goes by itself. */
export function useAttachments(ownId: string) {
  const [chosen, setChosen] = useState<readonly Attachment[]>([])
  const [refusal, setRefusal] = useState<string>()

  function put(key: string, changes: Partial<Attachment>) {
    setChosen((now) => now.map((one) => (one.key === key ? { ...one, ...changes } : one)))
  }

  async function store({ key, file }: Attachment) {
    const media_type = mediaTypeOf(file) ?? file.type
    try {
      put(key, { progress: 0, error: undefined })
      const typed = new File([file], file.name, { type: media_type })
      const path = await uploadPaper(BUCKET, ownId, typed, (progress) => put(key, { progress }))
      put(key, { progress: undefined, stored: { path, name: file.name, media_type, bytes: file.size } })
    } catch (error) {
      put(key, { progress: undefined, error: errorSentence(error) })
    }
  }

  function choose(files: readonly File[]) {
    const room = MESSAGE_FILES_MAX - chosen.length
    const refusals = files.map(refusalOf)
    const fitting = files.filter((_, index) => refusals[index] === undefined)
    const tooMany =
      fitting.length > room ? `Uma mensagem leva até ${String(MESSAGE_FILES_MAX)} arquivos.` : undefined
    setRefusal([...refusals, tooMany].filter((one) => one !== undefined).join(' ') || undefined)
    const added = fitting.slice(0, room).map((file) => ({ key: crypto.randomUUID(), file }))
    setChosen((now) => [...now, ...added])
    added.forEach((one) => void store(one))
  }

  return {
    chosen,
    refusal,
    choose,
    remove: (key: string) => setChosen((now) => now.filter((one) => one.key !== key)),
    retry: (attachment: Attachment) => void store(attachment),
    clear: () => setChosen([]),
    /** What the server refused comes back as it was: it is stored already. */
    restore: (files: readonly MessageFile[]) =>
      setChosen(files.map((stored) => ({ key: stored.path, file: new File([], stored.name), stored }))),
  }
}

function refusalOf(file: File): string | undefined {
  if (file.size === 0) return `“${file.name}” está vazio.`
  if (file.size > FILE_BYTES_MAX) return `“${file.name}” é maior que ${formatBytes(FILE_BYTES_MAX)}.`
  if (mediaTypeOf(file) === undefined)
    return `“${file.name}” não é aceito: envie PDF, imagem, planilha, documento, texto ou ZIP.`
  return undefined
}
