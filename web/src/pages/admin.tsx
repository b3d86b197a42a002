import { UnderConstruction } from '@/ui/under-construction'

export function AdminPage() {
  return <UnderConstruction title="Administração" />
}
