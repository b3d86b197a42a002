import { useState } from 'react'
import { useSession } from '@/api/session/session'
import type { Terms } from '@/features/proposal/terms/terms'
import { draftOf, readTerms, type TermsDraft } from '@/features/proposal/terms/terms-draft'
import type { TermsKind } from '@/features/proposal/terms/terms-kinds'
import { useTextDraft } from '@/ui/use-draft'

type About = { proposal_id: string; terms: number }

/** Other terms while they are written. They are of the terms they were written upon: later ones begin anew. */
export function useTermsDraft(kind: TermsKind, about: About, from: Terms) {
  const state = useSession()
  const person = state.status === 'signed-in' ? state.profile.id : ''
  const name = `termos-${about.proposal_id}:${about.terms}:${kind}:${person}`
  const [kept, keep] = useTextDraft(`${name}:termos`)
  const [note, setNote] = useTextDraft(`${name}:comentario`)
  const [wasKept] = useState(kept !== '' || note !== '')
  return {
    terms: kept === '' ? draftOf(from) : readTerms(kept),
    setTerms: (terms: TermsDraft) => keep(JSON.stringify(terms)),
    note,
    setNote,
    /** Whether the form opened with what was written before. */
    wasKept,
    clear: () => {
      keep('')
      setNote('')
    },
  }
}
