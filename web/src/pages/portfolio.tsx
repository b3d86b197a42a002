import { UnderConstruction } from '@/ui/under-construction'

export function PortfolioPage() {
  return <UnderConstruction title="Portfólio" />
}
