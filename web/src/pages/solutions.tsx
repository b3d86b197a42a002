import { UnderConstruction } from '@/ui/under-construction'

export function SolutionsPage() {
  return <UnderConstruction title="Soluções" />
}
