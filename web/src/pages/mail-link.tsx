import { LinkIcon } from 'lucide-react'
import { Link, useLocation } from 'react-router'
import { MAIL_LINKS } from '@/features/account/mail-links'
import { paths } from '@/lib/paths'
import { useTitle } from '@/lib/navigation/use-title'
import { Button } from '@/ui/button'
import { Card, CardBody } from '@/ui/card'
import { EmptyState } from '@/ui/empty-state'
import { Page } from '@/ui/page'

/**
 * Where the links of mails lead. Mail filters open every link, so opening one changes nothing: the
 * button posts the fragment of the address, and the server redirects.
 */
export function MailLinkPage() {
  useTitle('Confirmar que foi você')
  const values = new URLSearchParams(useLocation().hash.slice(1))
  const link = MAIL_LINKS.get(values.get('type') ?? '')
  if (link === undefined || !values.get('token')) return <Broken />
  return (
    <Page className="max-w-lg">
      <Card>
        <CardBody className="flex flex-col gap-6">
          <h1 tabIndex={-1} className="text-2xl font-semibold">
            {link.title}
          </h1>
          <p className="text-muted">{link.sentence}</p>
          <form method="post" action="/auth/v1/verify">
            {['token', 'type', 'redirect_to'].map((name) => (
              <input key={name} type="hidden" name={name} value={values.get(name) ?? ''} />
            ))}
            <Button type="submit" variant="primary" size="lg" className="w-full">
              {link.action}
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
