import { SearchX } from 'lucide-react'
import { Link } from 'react-router'
import { useTitle } from '@/lib/navigation/use-title'
import { Button } from '@/ui/button'
import { Container } from './page'
import { EmptyState } from '@/ui/empty-state'

type NotFoundProps = {
  /** "Projeto não encontrado" */
  title: string
  description?: string
  backTo: string
  backLabel: string
}

/** The page for something missing or forbidden: both look alike. */
export function NotFound({ title, description, backTo, backLabel }: NotFoundProps) {
  useTitle(title)
  return (
    <Container className="max-w-xl py-16">
      <EmptyState
        icon={SearchX}
        level={1}
        title={title}
        description={description ?? 'O endereço pode ter mudado ou o conteúdo não está mais disponível.'}
        action={
          <Button asChild variant="primary">
            <Link to={backTo}>{backLabel}</Link>
          </Button>
        }
      />
    </Container>
  )
}
