import { useMutation } from '@tanstack/react-query'
import { errorSentence } from '@/api/errors'
import { saveBlob } from '@/lib/device/save-blob'
import { toast } from '@/lib/toast'

/** Has the browser save a document that the server printed; `content` is base64. */
export function savePdf({ name, content }: { name: string; content: string }): void {
  const bytes = Uint8Array.from(atob(content), (character) => character.charCodeAt(0))
  saveBlob(name, new Blob([bytes], { type: 'application/pdf' }))
}

/** Asks for a document and has the browser save it; says so where that fails. */
export function useSavePdf(print: () => Promise<void>) {
  return useMutation({
    mutationFn: print,
    onError: (error) =>
      toast({ variant: 'destructive', title: 'PDF não gerado', description: errorSentence(error) }),
  })
}
