import { useCallback, useEffect, useState, type Dispatch, type SetStateAction } from 'react'
import { errorSentence } from '@/api/errors'
import { MESSAGE_FILES_MAX } from '@/api/limits'
import { paperName, storePaper } from '@/api/request/upload'
import { isUndecided } from '@/features/message/outbox/sending'
import { BUCKET, FILE_BYTES_MAX, mediaTypeOf } from '@/features/message/files'
import { unsentOf } from '@/features/message/outbox/outbox'
import type { MessageFile } from '@/features/message/queries'
import {
  draftFilesOf,
  forgetDraftFiles,
  keepDraftFile,
  markDraftFileStored,
  type DraftFile,
} from '@/lib/device/draft-files'
import { withPlainName } from '@/lib/text/human-text'
import { formatBytes } from '@/lib/format'

/** A file chosen for a message: how far it is stored, or why it is not. */
export type Attachment = {
  file: MessageFile
  /** Missing where the server has it already. */
  source?: File | undefined
  /** 0–1 while it is being stored. */
  progress?: number | undefined
  error?: string | undefined
  /** Stored, or kept on this device until there is a line. */
  stand?: 'stored' | 'waiting' | undefined
}

/**
 * What goes with the next message, kept on this device under the name of its draft. Files are
 * stored as soon as they are chosen; what is not sent goes from the server by itself.
 */
export function useAttachments(ownId: string, draft: string) {
  const [chosen, setChosen] = useState<readonly Attachment[]>([])
  const [refusal, setRefusal] = useState<string>()

  const store = useStoring(draft, setChosen)
  useRestoring(ownId, draft, { setChosen, store })

  function choose(files: readonly File[]) {
    const room = MESSAGE_FILES_MAX - chosen.length
    const named = files.map(withPlainName)
    const refusals = named.map(refusalOf)
    const fitting = named.filter((_, index) => refusals[index] === undefined)
    const tooMany =
      fitting.length > room ? `Uma mensagem leva até ${String(MESSAGE_FILES_MAX)} arquivos.` : undefined
    setRefusal([...refusals, tooMany].filter((one) => one !== undefined).join(' ') || undefined)
    const added = fitting.slice(0, room).map((file) => chosenFile(ownId, file))
    setChosen((now) => [...now, ...added])
    added.forEach((one) => void store(one))
  }

  function remove(path: string) {
    setChosen((now) => now.filter(({ file }) => file.path !== path))
    void forgetDraftFiles([path])
  }

  return {
    chosen,
    refusal,
    choose,
    remove,
    retry: (attachment: Attachment) => void store(attachment),
    /** What was taken into a message; it is kept until that is sent. */
    clear: () => setChosen([]),
    /** What the server refused comes back as it was. */
    restore: (files: readonly MessageFile[]) => setChosen(files.map((file) => ({ file, stand: 'stored' }))),
  }
}

type SetChosen = Dispatch<SetStateAction<readonly Attachment[]>>

/** Keeps a file on this device and stores it; without a line it is enough that it is kept. */
function useStoring(draft: string, setChosen: SetChosen) {
  return useCallback(
    async ({ file, source }: Attachment) => {
      const put = (changes: Partial<Attachment>) =>
        setChosen((now) => now.map((one) => (one.file.path === file.path ? { ...one, ...changes } : one)))
      if (source === undefined) return
      put({ progress: 0, error: undefined, stand: undefined })
      const { path, name, media_type } = file
      const isKept = await keepDraftFile({
        path,
        draft,
        name,
        media_type,
        file: source,
        at: Date.now(),
        storedAt: 0,
      })
      try {
        await storePaper(BUCKET, path, source, (progress) => put({ progress }))
        await markDraftFileStored(path)
        put({ progress: undefined, stand: 'stored' })
      } catch (error) {
        const isWaiting = isKept && isUndecided(error)
        put({ progress: undefined, ...(isWaiting ? { stand: 'waiting' } : { error: errorSentence(error) }) })
      }
    },
    [draft, setChosen],
  )
}

type Chosen = { setChosen: SetChosen; store: (attachment: Attachment) => Promise<void> }

/** What was chosen before a reload is there again. */
function useRestoring(ownId: string, draft: string, { setChosen, store }: Chosen): void {
  useEffect(() => {
    let isOver = false
    void draftFilesOf(draft).then((rows) => {
      if (isOver) return
      const sent = unsentOf(ownId).flatMap(({ files }) => files.map(({ path }) => path))
      const back = rows.filter(({ path }) => !sent.includes(path)).map(attachmentOf)
      setChosen((now) => [...back.filter(({ file }) => !holds(now, file)), ...now])
      back.filter(({ stand }) => stand !== 'stored').forEach((one) => void store(one))
    })
    return () => {
      isOver = true
    }
  }, [draft, ownId, setChosen, store])
}

function chosenFile(ownId: string, file: File): Attachment {
  const media_type = mediaTypeOf(file) ?? file.type
  const source = new File([file], file.name, { type: media_type })
  return {
    file: { path: paperName(ownId, file.name), name: file.name, media_type, bytes: file.size },
    source,
  }
}

function attachmentOf({ path, name, media_type, file, storedAt }: DraftFile): Attachment {
  const source = new File([file], name, { type: media_type })
  return {
    file: { path, name, media_type, bytes: file.size },
    source,
    ...(storedAt > 0 ? { stand: 'stored' } : {}),
  }
}

function holds(chosen: readonly Attachment[], { path }: MessageFile): boolean {
  return chosen.some(({ file }) => file.path === path)
}

function refusalOf(file: File): string | undefined {
  if (file.size === 0) return `“${file.name}” está vazio.`
  if (file.size > FILE_BYTES_MAX) return `“${file.name}” é maior que ${formatBytes(FILE_BYTES_MAX)}.`
  if (mediaTypeOf(file) === undefined)
    return `“${file.name}” não é aceito: envie PDF, imagem, planilha, documento, texto ou ZIP.`
  return undefined
}
