import { paths } from '@/lib/paths'
import { NotFound } from '@/ui/not-found'

export function NotFoundPage() {
  return (
    <NotFound title="Página não encontrada" backTo={paths.home()} backLabel="Voltar para a página inicial" />
  )
}
