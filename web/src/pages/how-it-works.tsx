import { UnderConstruction } from '@/ui/under-construction'

export function HowItWorksPage() {
  return <UnderConstruction title="Como Funciona" />
}
