import { useMutation } from '@tanstack/react-query'
import { requestClient } from '@/api/request/request'
import { errorSentence } from '@/api/errors'
import { toast } from '@/lib/toast'

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
