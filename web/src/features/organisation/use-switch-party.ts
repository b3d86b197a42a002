import { useActFor } from '@/api/session/session'
import { toast } from '@/lib/toast'

/** Switches to another of the person's parties and announces it, because little else on the screen may change. */
export function useSwitchParty(): (party: { id: string; name: string }) => void {
  const actFor = useActFor()
  return ({ id, name }) => {
    actFor(id)
    toast({ title: `Agora você age por ${name}` })
  }
}
