import { UnderConstruction } from '@/ui/under-construction'

export function AddPortfolioProjectPage() {
  return <UnderConstruction title="Adicionar Projeto" />
}
