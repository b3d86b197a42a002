import { Construction } from 'lucide-react'
import type { ReactNode } from 'react'
import { Link } from 'react-router'
import { useTitle } from '@/lib/use-title'
import { Button } from '@/ui/button'
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
      className="mx-auto my-16 max-w-xl"
    />
  )
}
