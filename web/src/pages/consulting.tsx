import { UnderConstruction } from '@/ui/under-construction'

export function ConsultingPage() {
  return <UnderConstruction title="Consultoria" />
}
