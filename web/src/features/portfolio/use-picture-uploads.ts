import { useEffect, useRef, useState } from 'react'
import { errorSentence } from '@/api/errors'
import { uploadPicture } from '@/api/upload'

/** A picture on its way; `error` says why it did not arrive. */
export type Upload = { id: string; file: File; preview: string; share: number; error: string | undefined }

/** Sends pictures as soon as they are chosen, each with its own progress. */
export function usePictureUploads(userId: string, onArrived: (url: string) => void) {
  const [uploads, setUploads] = useState<Upload[]>([])
  const previews = useRef(new Set<string>())
  useEffect(() => {
    const shown = previews.current
    return () => shown.forEach((preview) => URL.revokeObjectURL(preview))
  }, [])

  function patch(id: string, changes: Partial<Upload>) {
    setUploads((before) => before.map((upload) => (upload.id === id ? { ...upload, ...changes } : upload)))
  }

  function dismiss(id: string) {
    setUploads((before) => before.filter((upload) => upload.id !== id))
  }

  async function send({ id, file }: Upload) {
    patch(id, { share: 0, error: undefined })
    try {
      const url = await uploadPicture(`portfolio/${userId}/${id}`, file, (share) => patch(id, { share }))
      onArrived(url)
      dismiss(id)
    } catch (error) {
      patch(id, { error: errorSentence(error) })
    }
  }

  function add(files: readonly File[]) {
    const added = files.map((file) => {
      const preview = URL.createObjectURL(file)
      previews.current.add(preview)
      return { id: crypto.randomUUID(), file, preview, share: 0, error: undefined }
    })
    setUploads((before) => [...before, ...added])
    added.forEach((upload) => void send(upload))
  }

  return {
    uploads,
    add,
    dismiss,
    retry: (upload: Upload) => void send(upload),
    isSending: uploads.some((upload) => upload.error === undefined),
  }
}
