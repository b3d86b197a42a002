import { UnderConstruction } from '@/ui/under-construction'

export function CompanyPage() {
  return <UnderConstruction title="Empresa" />
}
