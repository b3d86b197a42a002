import { LinkIcon } from 'lucide-react'
import { Link, useLocation } from 'react-router'
import { paths } from '@/lib/paths'
import { useTitle } from '@/lib/navigation/use-title'
import { Button } from '@/ui/button'
import { Card, CardBody } from '@/ui/card'
import { EmptyState } from '@/ui/empty-state'
import { Page } from '@/ui/page'

type Matter = { title: string; sentence: string; action: string }

const EMAIL: Matter = {
  title: 'Confirmar seu e-mail',
  sentence: 'Falta um passo: confirme que este endereço é seu.',
  action: 'Confirmar e-mail',
}

/** What a mail's link is about, by the protocol's name of it. */
const MATTERS = new Map<string, Matter>(
  Object.entries({
    signup: EMAIL,
    invite: EMAIL,
    recovery: {
      title: 'Criar uma nova senha',
      sentence: 'Você pediu uma nova senha. Se não foi você, feche esta página: nada muda.',
      action: 'Continuar',
    },
    magiclink: {
      title: 'Entrar na sua conta',
      sentence: 'Você pediu um link para entrar. Se não foi você, feche esta página: nada muda.',
      action: 'Entrar',
    },
    email_change: {
      title: 'Confirmar a troca de e-mail',
      sentence:
        'A troca vale quando os dois endereços, o atual e o novo, confirmarem. Se não foi você, feche esta página: nada muda.',
      action: 'Confirmar troca',
    },
  }),
)

/**
 * Where the links of mails lead. Filters open every link, so that opening one
 * does nothing: the button posts what stands behind #, and the server leads on.
 */
export function MailLinkPage() {
  useTitle('Confirmar que foi você')
  const values = new URLSearchParams(useLocation().hash.slice(1))
  const matter = MATTERS.get(values.get('type') ?? '')
  if (matter === undefined || !values.get('token')) return <Broken />
  return (
    <Page className="max-w-lg">
      <Card>
        <CardBody className="flex flex-col gap-6">
          <h1 tabIndex={-1} className="text-2xl font-semibold">
            {matter.title}
          </h1>
          <p className="text-muted">{matter.sentence}</p>
          <form method="post" action="/auth/v1/verify">
            {['token', 'type', 'redirect_to'].map((name) => (
              <input key={name} type="hidden" name={name} value={values.get(name) ?? ''} />
            ))}
            <Button type="submit" variant="primary" size="lg" className="w-full">
              {matter.action}
            </Button>
          </form>
        </CardBody>
      </Card>
    </Page>
  )
}

function Broken() {
  return (
    <Page className="max-w-lg">
      <EmptyState
        icon={LinkIcon}
        level={1}
        title="Este link está incompleto"
        description="Abra-o direto do e-mail, ou copie o endereço inteiro. Se não funcionar, peça outro."
        action={
          <Button asChild variant="primary">
            <Link to={paths.auth()}>Ir para o acesso</Link>
          </Button>
        }
      />
    </Page>
  )
}
