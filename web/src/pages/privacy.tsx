import { UnderConstruction } from '@/ui/under-construction'

export function PrivacyPage() {
  return <UnderConstruction title="Política de Privacidade" />
}
