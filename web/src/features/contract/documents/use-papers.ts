import { useQueryClient } from '@tanstack/react-query'
import { useState } from 'react'
import { errorSentence } from '@/api/errors'
import { after, invalidate } from '@/api/invalidation'
import { uploadPaper } from '@/api/request/upload'
import { addPaper, attachDelivery } from '@/features/contract/record-queries'
import { toast } from '@/lib/toast'

export const PAPERS_AT_ONCE = 10

/** A chosen file with its progress or failure. */
export type Chosen = {
  key: string
  file: File
  /** Progress of the upload, 0–1. */
  progress?: number | undefined
  error?: string | undefined
  /** Its name in the bucket, once it is stored. */
  path?: string | undefined
  isAttached?: boolean
}

/**
 * The files of a delivery. `send` resolves when all are part of the contract; files that were sent stay
 * sent.
 */
export function usePapers(contractId: string, milestoneId: string) {
  const queryClient = useQueryClient()
  const [papers, setPapers] = useState<readonly Chosen[]>([])
  const [isSending, setIsSending] = useState(false)

  function put(key: string, changes: Partial<Chosen>) {
    setPapers((now) => now.map((one) => (one.key === key ? { ...one, ...changes } : one)))
  }

  function choose(files: readonly File[]) {
    const chosen = files.map((file) => ({ key: crypto.randomUUID(), file }))
    setPapers((now) => [...now, ...chosen].slice(0, PAPERS_AT_ONCE))
  }

  async function sendOne({ key, file, path }: Chosen): Promise<boolean> {
    try {
      put(key, { progress: 0, error: undefined })
      const stored =
        path ?? (await uploadPaper('deals', contractId, file, (progress) => put(key, { progress })))
      put(key, { path: stored })
      await attachDelivery({
        contract_id: contractId,
        milestone_id: milestoneId,
        path: stored,
        name: file.name,
      })
      put(key, { isAttached: true, progress: undefined })
      return true
    } catch (error) {
      put(key, { error: errorSentence(error), progress: undefined })
      return false
    }
  }

  /** Whether all files were sent. */
  async function send(): Promise<boolean> {
    setIsSending(true)
    const sent: boolean[] = []
    // Sequentially: each locks the contract, and versions count up.
    for (const paper of papers) sent.push(paper.isAttached === true || (await sendOne(paper)))
    setIsSending(false)
    void invalidate(queryClient, after.contractFile(contractId))
    return sent.every(Boolean)
  }

  const remove = (key: string) => setPapers((now) => now.filter((one) => one.key !== key))
  return { papers, choose, remove, send, isSending }
}

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
