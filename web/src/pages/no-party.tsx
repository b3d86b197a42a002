import { DoorOpen } from 'lucide-react'
import { Link } from 'react-router'
import { selfOf } from '@/api/session/self'
import { usePerson } from '@/api/session/session'
import { paths } from '@/lib/paths'
import { useTitle } from '@/lib/navigation/use-title'
import { Button } from '@/ui/button'
import { EmptyState } from '@/ui/empty-state'

/** The dashboard of a person who left their organisation: the account and the messages stay. */
export function NoPartyPage() {
  useTitle('Painel')
  const { name, left } = selfOf(usePerson())
  return (
    <EmptyState
      icon={DoorOpen}
      level={1}
      title={left === null ? 'Você não participa de nenhuma organização' : `Você saiu de ${left}`}
      description={`${left === null ? '' : `O nome e o perfil público ficaram com a organização; sua conta é a de ${name}. `}Para voltar a trabalhar por uma organização, peça um convite a quem cuida da equipe e abra o link que receber. Suas mensagens continuam aqui; a conta pode ser excluída nas configurações.`}
      action={
        <>
          <Button asChild>
            <Link to={paths.messages()}>Mensagens</Link>
          </Button>
          <Button asChild>
            <Link to={paths.settings()}>Configurações da conta</Link>
          </Button>
        </>
      }
    />
  )
}
