import { UnderConstruction } from '@/ui/under-construction'

export function ProfessionalsPage() {
  return <UnderConstruction title="Encontrar Profissionais" />
}
