import { UnderConstruction } from '@/ui/under-construction'

export function HomePage() {
  return <UnderConstruction title="Início" />
}
