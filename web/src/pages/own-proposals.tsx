import { UnderConstruction } from '@/ui/under-construction'

export function OwnProposalsPage() {
  return <UnderConstruction title="Minhas Propostas" />
}
