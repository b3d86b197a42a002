import { Lock } from 'lucide-react'
import { Link } from 'react-router'
import type { Deed } from '@/api/session/party'
import { useMember } from '@/api/session/session'
import { memberRoleName, sideOf, whoMaySentence } from '@/features/organisation/text'
import { paths } from '@/lib/paths'
import { useTitle } from '@/lib/navigation/use-title'
import { Button } from '@/ui/button'
import { EmptyState } from '@/ui/empty-state'

/** A page of the organisation that the person's role may not open: why, and whom to ask. */
export function NotAllowedPage({ right }: { right: Deed }) {
  useTitle('Acesso negado')
  const { party, role } = useMember()
  const side = sideOf(party.role)
  return (
    <EmptyState
      icon={Lock}
      level={1}
      title="Seu papel não abre esta página"
      description={`Em ${party.name}, você é ${memberRoleName(role, side)}. ${whoMaySentence(right, side)}`}
      action={
        <>
          <Button asChild variant="primary">
            <Link to={paths.dashboard()}>Voltar ao painel</Link>
          </Button>
          <Button asChild>
            <Link to={paths.team()}>Ver a equipe</Link>
          </Button>
        </>
      }
    />
  )
}
