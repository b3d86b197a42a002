import { UnderConstruction } from '@/ui/under-construction'

export function TermsPage() {
  return <UnderConstruction title="Termos de Serviço" />
}
