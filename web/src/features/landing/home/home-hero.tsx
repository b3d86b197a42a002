import { BellRing } from 'lucide-react'
import type { ReactNode } from 'react'
import { Link } from 'react-router'
import { PageHero } from '@/features/landing/sections'
import { loginLink } from '@/lib/navigation/login-redirect'
import { paths } from '@/lib/paths'
import { Button } from '@/ui/button'
import { toast } from '@/lib/toast'

/** The opening of the home page, with a sample notification. */
export function HomeHero({ picture }: { picture: ReactNode }) {
  return (
    <PageHero
      large
      title="O especialista certo para a sua automação, do sensor ao supervisório."
      lead="Empresas publicam projetos com escopo, prazo e faixa de orçamento. Programadores, engenheiros e técnicos respondem com valor, experiência comprovada e portfólio."
      actions={
        <>
          <Button asChild variant="primary" size="lg">
            <Link {...loginLink({ from: paths.professionals(), role: 'company' })}>
              Encontrar um profissional
            </Link>
          </Button>
          <Button asChild size="lg">
            <Link {...loginLink({ from: paths.dashboard(), role: 'professional' })}>Sou um Profissional</Link>
          </Button>
          <Button variant="ghost" size="lg" className="-ml-3 px-3 text-muted" onClick={welcome}>
            <BellRing className="size-4" aria-hidden />
            Testar notificação
          </Button>
        </>
      }
      picture={picture}
    />
  )
}

function welcome(): void {
  toast({ title: 'Bem-vindo à Automação - Indústria!', description: 'Explorando a plataforma.' })
}
