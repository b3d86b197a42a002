import { Construction } from 'lucide-react'
import type { ReactNode } from 'react'
import { Link } from 'react-router'
import { useTitle } from '@/lib/navigation/use-title'
import { Button } from '@/ui/button'
import { Container } from './page'
import { EmptyState } from '@/ui/empty-state'

type UnderConstructionProps = {
  title: string
  description?: string
  /** Instead of the button back to the home page. */
  action?: ReactNode
}

export function UnderConstruction({ title, description, action }: UnderConstructionProps) {
  useTitle(title)
  return (
    <Container className="max-w-xl py-16">
      <EmptyState
        icon={Construction}
        level={1}
        title={title}
        description={description ?? 'Esta página está em construção.'}
        action={
          action ?? (
            <Button asChild>
              <Link to="/">Voltar para a página inicial</Link>
            </Button>
          )
        }
      />
    </Container>
  )
}
