import { UserRound } from 'lucide-react'
import { Link } from 'react-router'
import { useMember } from '@/api/session/session'
import { Team } from '@/features/organisation/team'
import { paths } from '@/lib/paths'
import { useTitle } from '@/lib/navigation/use-title'
import { Button } from '@/ui/button'
import { EmptyState } from '@/ui/empty-state'

export function TeamPage() {
  useTitle('Equipe')
  const member = useMember()
  if (!member.isOrganisation) return <WorksAlone mayRegister={member.party.role === 'professional'} />
  return <Team key={member.party.id} acting={member} ownId={member.profile.id} />
}

function WorksAlone({ mayRegister }: { mayRegister: boolean }) {
  return (
    <EmptyState
      icon={UserRound}
      level={1}
      title="Você trabalha por conta própria"
      description="Uma equipe começa com uma empresa: quem fatura com CNPJ pode convidar colegas e dar a cada um o seu papel."
      {...(mayRegister && {
        action: (
          <Button asChild variant="primary">
            <Link to={paths.registerFirm()}>Faturar como empresa (PJ/MEI)</Link>
          </Button>
        ),
      })}
    />
  )
}
