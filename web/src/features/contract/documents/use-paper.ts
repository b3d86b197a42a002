import { useQueryClient } from '@tanstack/react-query'
import { useState } from 'react'
import { errorSentence } from '@/api/errors'
import { addPaper } from '@/features/contract/documents/files-query'
import { toast } from '@/lib/toast'

/** A chosen file and its progress; `send` returns its stored name, also if it was sent before. */
export function usePaper(contractId: string) {
  const queryClient = useQueryClient()
  const [file, setFile] = useState<File>()
  const [sent, setSent] = useState<string>()
  const [progress, setProgress] = useState<number>()

  async function send(): Promise<string | undefined> {
    if (file === undefined || sent !== undefined) return sent
    try {
      setProgress(0)
      const name = await addPaper(queryClient, contractId, file, setProgress)
      setSent(name)
      return name
    } catch (error) {
      toast({ variant: 'destructive', title: 'Arquivo não enviado', description: errorSentence(error) })
      throw error
    } finally {
      setProgress(undefined)
    }
  }

  function choose(next: File | undefined) {
    setFile(next)
    setSent(undefined)
  }
  return { file, choose, progress, send }
}
