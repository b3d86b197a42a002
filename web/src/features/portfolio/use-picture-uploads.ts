import { useEffect, useRef, useState } from 'react'
import { errorSentence } from '@/api/errors'
import { uploadPicture } from '@/api/request/upload'

/** A picture that is being uploaded; `error` says why the upload failed. */
export type Upload = {
  id: string
  file: File
  preview: string
  share: number
  error: string | undefined
  leaving: AbortController
}

/** Sends pictures as soon as they are chosen, one after the other in the order of the choice. */
export function usePictureUploads(partyId: string, onArrived: (url: string) => void) {
  const [uploads, setUploads] = useState<Upload[]>([])
  const previews = useRef(new Set<string>())
  useEffect(() => {
    const shown = previews.current
    return () => shown.forEach((preview) => URL.revokeObjectURL(preview))
  }, [])

  function patch(id: string, changes: Partial<Upload>) {
    setUploads((before) => before.map((upload) => (upload.id === id ? { ...upload, ...changes } : upload)))
  }

  function dismiss({ id, leaving }: Upload) {
    leaving.abort()
    setUploads((before) => before.filter((upload) => upload.id !== id))
  }

  async function send(upload: Upload) {
    const { id, file, leaving } = upload
    if (leaving.signal.aborted) return
    patch(id, { share: 0, error: undefined })
    try {
      const name = `portfolio/${partyId}/${id}`
      const url = await uploadPicture(name, file, (share) => patch(id, { share }), leaving.signal)
      onArrived(url)
      dismiss(upload)
    } catch (error) {
      patch(id, { error: errorSentence(error) })
    }
  }

  async function sendAll(added: readonly Upload[]) {
    for (const upload of added) await send(upload)
  }

  function add(files: readonly File[]) {
    const added = files.map((file) => {
      const preview = URL.createObjectURL(file)
      previews.current.add(preview)
      return {
        id: crypto.randomUUID(),
        file,
        preview,
        share: 0,
        error: undefined,
        leaving: new AbortController(),
      }
    })
    setUploads((before) => [...before, ...added])
    void sendAll(added)
  }

  return {
    uploads,
    add,
    dismiss,
    retry: (upload: Upload) => void send(upload),
    isSending: uploads.some((upload) => upload.error === undefined),
  }
}
