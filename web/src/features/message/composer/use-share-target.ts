import { useEffect, useRef } from 'react'
import { useSearchParams } from 'react-router'
import { forgetSharedContent, readSharedContent } from '@/api/device/share-target'
import type { Composition } from '@/features/message/composer/use-composition'

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
