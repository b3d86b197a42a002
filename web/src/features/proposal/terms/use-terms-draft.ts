import { useState } from 'react'
import { useSession } from '@/api/session/session'
import type { Terms } from '@/features/proposal/terms/terms'
import { draftOf, readTerms, type TermsDraft } from '@/features/proposal/terms/terms-draft'
import type { TermsKind } from '@/features/proposal/terms/terms-kinds'
import { useTextDraft } from '@/ui/use-draft'

type About = { proposal_id: string; terms: number }

/** The draft of new terms. It belongs to the version it started from; a later version starts a new draft. */
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

/** The draft of an unsent proposal; it survives closing the dialog and the page. */
export function useProposalDraft(projectId: string, professionalId: string) {
  const state = useSession()
  const person = state.status === 'signed-in' ? state.profile.id : ''
  const name = `proposta-${projectId}:${professionalId}:${person}`
  const [letter, setLetter] = useTextDraft(`${name}:carta`)
  const [kept, keep] = useTextDraft(`${name}:termos`)
  return {
    letter,
    setLetter,
    terms: readTerms(kept),
    setTerms: (terms: TermsDraft) => keep(JSON.stringify(terms)),
    clear: () => {
      setLetter('')
      keep('')
    },
  }
}
