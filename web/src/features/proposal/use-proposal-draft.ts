import { useSession } from '@/api/session'
import { parseDecimal, toDecimal, type Money } from '@/lib/money'
import { useTextDraft } from '@/ui/use-draft'

/** What was written of a proposal and not sent; it outlives the dialog, and the page. */
export function useProposalDraft(projectId: string, professionalId: string) {
  const state = useSession()
  const person = state.status === 'signed-in' ? state.profile.id : ''
  const name = `proposta-${projectId}:${professionalId}:${person}`
  const [letter, setLetter] = useTextDraft(`${name}:carta`)
  const [decimal, setDecimal] = useTextDraft(`${name}:valor`)
  return {
    letter,
    setLetter,
    value: parseDecimal(decimal),
    setValue: (value: Money | null) => setDecimal(value === null ? '' : toDecimal(value)),
    clear: () => {
      setLetter('')
      setDecimal('')
    },
  }
}
