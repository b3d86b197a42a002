import { UnderConstruction } from '@/ui/under-construction'

export function ServicesPage() {
  return <UnderConstruction title="Serviços" />
}
