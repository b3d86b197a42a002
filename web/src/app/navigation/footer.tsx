import { Link } from 'react-router'
import { useOperator } from '@/api/config'
import { FOOTER_LINKS } from '@/app/navigation/public-links'
import { Brand } from '@/ui/brand'
import { Container } from '@/ui/page'
import { ThemeSelect } from '@/ui/theme-select'

export function Footer() {
  const { operator } = useOperator()
  return (
    <footer className="border-t border-line print:hidden">
      <Container className="flex flex-col gap-6 py-8 md:flex-row md:items-center md:justify-between">
        <div className="flex flex-col gap-2">
          <Brand />
          <p className="text-sm text-muted">© {new Date().getFullYear()}. Todos os direitos reservados.</p>
          <p className="max-w-96 text-sm text-muted">{operator}</p>
        </div>
        <nav aria-label="Rodapé">
          <ul className="flex flex-wrap gap-x-6 gap-y-1">
            {FOOTER_LINKS.map((link) => (
              <li key={link.to}>
                <Link
                  to={link.to}
                  className="flex min-h-8 min-w-8 items-center text-sm text-muted hover:text-ink hover:underline"
                >
                  {link.label}
                </Link>
              </li>
            ))}
          </ul>
        </nav>
        <ThemeSelect />
      </Container>
    </footer>
  )
}
