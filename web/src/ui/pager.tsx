import { ChevronLeft, ChevronRight } from 'lucide-react'
import { Link } from 'react-router'
import { formatNumber } from '@/lib/format'
import { Button } from '@/ui/button'

type PagerProps = {
  shown: number
  /** The total in words: "34 projetos", "mais de 1.000 projetos". */
  of: string
  /** The addresses of the previous and the next page. */
  previous: string | undefined
  next: string | undefined
}

/** The number shown and the total, with links to the previous and the next page. */
export function Pager({ shown, of, previous, next }: PagerProps) {
  return (
    <nav aria-label="Páginas" className="flex flex-col items-center gap-3 py-8">
      <p role="status" className="text-sm text-muted tabular-nums">
        {`Mostrando ${formatNumber(shown)} de ${of}`}
      </p>
      {(previous !== undefined || next !== undefined) && (
        <div className="flex gap-3">
          {previous !== undefined && (
            <Button asChild>
              <Link to={previous} rel="prev">
                <ChevronLeft className="size-4" aria-hidden />
                Página anterior
              </Link>
            </Button>
          )}
          {next !== undefined && (
            <Button asChild>
              <Link to={next} rel="next">
                Próxima página
                <ChevronRight className="size-4" aria-hidden />
              </Link>
            </Button>
          )}
        </div>
      )}
    </nav>
  )
}
