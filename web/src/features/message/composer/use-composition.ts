import { useCallback, useRef, useState, useEffect } from 'react'
import { ApiError, errorSentence, retryAfterSeconds } from '@/api/errors'
import { asQuote, type Outgoing } from '@/features/message/outbox/outbox'
import type { Message, Quote } from '@/features/message/queries'
import { useAttachments } from './use-attachments'
import { formatResumption } from '@/lib/format'
import { useTextDraft } from '@/ui/use-draft'
import { useSearchParams } from 'react-router'
import { forgetSharedContent, readSharedContent } from '@/api/device/share-target'

export type Composition = ReturnType<typeof useComposition>

/** The message that is being written: words kept on this device, what it answers, and its files. */
export function useComposition(draft: string, ownId: string) {
  const [text, setText] = useTextDraft(draft)
  const [quote, setQuote] = useState<Quote | null>(null)
  const [refusal, setRefusal] = useState<string>()
  const attachments = useAttachments(ownId, draft)
  const box = useRef<HTMLTextAreaElement>(null)
  const { chosen } = attachments
  const files = chosen.map(({ file }) => file)
  const isReady = chosen.every(({ stand }) => stand !== undefined) && (text.trim() !== '' || files.length > 0)

  // A stable function across renders: memoised pages of messages take it.
  const answer = useCallback((message: Message | null) => {
    setQuote(message && asQuote(message))
    box.current?.focus()
  }, [])

  /** What is to be sent now, leaving the box empty; nothing while a file is still on its way. */
  function take(): Pick<Outgoing, 'content' | 'quote' | 'files'> | undefined {
    if (!isReady) return undefined
    setText('')
    setQuote(null)
    setRefusal(undefined)
    attachments.clear()
    return { content: text.trim(), quote, files }
  }

  /** Puts back what the server refused, unless somebody writes on; says whether it did. */
  function giveBack(outgoing: Outgoing, error: unknown): boolean {
    setRefusal(refusalSentence(error))
    if (box.current?.value !== '' || chosen.length > 0) return false
    setText(outgoing.content)
    setQuote(outgoing.quote)
    attachments.restore(outgoing.files)
    return true
  }

  return { text, setText, quote, answer, attachments, refusal, box, isReady, take, giveBack }
}

/** Whether sending the same again would be refused again, or for now: nothing of it is stored. */
export function isRefusal(error: unknown): boolean {
  return error instanceof ApiError && ((error.status >= 400 && error.status < 500) || error.status === 507)
}

function refusalSentence(error: unknown): string {
  const waitS = retryAfterSeconds(error)
  return [errorSentence(error), ...(waitS === undefined ? [] : [formatResumption(waitS)])].join(' ')
}

const SHARED = 'compartilhado'

/** Puts what was shared with the application into the box, once; sending stays a press of its writer's. */
export function useShareTarget({ text, setText, attachments }: Composition): void {
  const [params, setParams] = useSearchParams()
  const isWanted = params.has(SHARED)
  const isTaken = useRef(false)
  useEffect(() => {
    if (!isWanted || isTaken.current) return
    isTaken.current = true
    void take()

    async function take() {
      const shared = await readSharedContent().catch(() => null)
      setParams((now) => without(now), { replace: true, preventScrollReset: true })
      if (shared === null) return
      if (shared.text !== '') setText([text, shared.text].filter((one) => one !== '').join('\n'))
      attachments.choose(shared.files)
      await forgetSharedContent()
    }
  }, [isWanted, setParams, setText, text, attachments])
}

function without(params: URLSearchParams): URLSearchParams {
  const rest = new URLSearchParams(params)
  rest.delete(SHARED)
  return rest
}
