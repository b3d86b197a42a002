import { UnderConstruction } from '@/ui/under-construction'

export function ProfessionalPage() {
  return <UnderConstruction title="Perfil" />
}
