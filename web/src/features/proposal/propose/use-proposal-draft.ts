import { useSession } from '@/api/session/session'
import { readTerms, type TermsDraft } from '@/features/proposal/terms/terms-draft'
import { useTextDraft } from '@/ui/use-draft'

/** What was written of a proposal and not sent; it outlives the dialog, and the page. */
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
