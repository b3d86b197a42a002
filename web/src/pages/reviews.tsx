import { UnderConstruction } from '@/ui/under-construction'

export function ReviewsPage() {
  return <UnderConstruction title="Avaliações" />
}
