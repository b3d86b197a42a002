import { useMutation } from '@tanstack/react-query'
import { errorSentence } from '@/api/errors'
import { saveBlob } from '@/lib/device/save-blob'
import { toast } from '@/lib/toast'

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
