import { useQuery } from '@tanstack/react-query'
import { FileText, Share2 } from 'lucide-react'
import { useNavigate } from 'react-router'
import { usePerson } from '@/api/session/session'
import { forgetSharedContent, sharedContentQuery, type SharedContent } from '@/api/device/share-target'
import { ConversationChoice } from '@/features/message/conversations/conversation-choice'
import { addToDescription, newProjectDraft } from '@/features/project/form/draft'
import { formatBytes } from '@/lib/format'
import { paths } from '@/lib/paths'
import { useTitle } from '@/lib/navigation/use-title'
import { Button } from '@/ui/button'
import { Card, CardBody } from '@/ui/card'
import { EmptyState } from '@/ui/empty-state'
import { PageHeader } from '@/ui/page-header'
import { Loading, Skeleton } from '@/ui/skeleton'

export function SharePage() {
  useTitle('Compartilhar')
  const person = usePerson()
  const { data: shared, isPending } = useQuery(sharedContentQuery())
  return (
    <>
      <PageHeader
        title="Compartilhar"
        description="Escolha a conversa. Nada é enviado antes de você conferir."
      />
      {isPending ? (
        <Loading label="Abrindo o que foi compartilhado…">
          <Skeleton className="h-32 max-w-2xl" />
        </Loading>
      ) : shared ? (
        <div className="flex max-w-2xl flex-col gap-6">
          <Preview shared={shared} />
          <PublishWith text={shared.text} person={person} />
          <Card className="overflow-hidden">
            <ConversationChoice ownId={person.profile.id} to={paths.sharedWith} />
          </Card>
        </div>
      ) : (
        <EmptyState
          icon={Share2}
          title="Nada para compartilhar"
          description="Com o aplicativo instalado, use Compartilhar em outro aplicativo e escolha este."
        />
      )}
    </>
  )
}

function Preview({ shared: { text, files } }: { shared: SharedContent }) {
  return (
    <Card>
      <CardBody className="flex flex-col gap-3">
        {text !== '' && <p className="line-clamp-6 break-words whitespace-pre-line">{text}</p>}
        {files.length > 0 && (
          <ul aria-label="Arquivos" className="flex flex-col gap-2">
            {files.map((file, index) => (
              <li key={index} className="flex items-center gap-2 text-sm">
                <FileText className="size-4 shrink-0 text-muted" aria-hidden />
                <span className="min-w-0 truncate">{file.name}</span>
                <span className="figures shrink-0 text-muted">{formatBytes(file.size)}</span>
              </li>
            ))}
          </ul>
        )}
      </CardBody>
    </Card>
  )
}

/** A text may also be what a company looks for. */
function PublishWith({ text, person }: { text: string; person: ReturnType<typeof usePerson> }) {
  const navigate = useNavigate()
  const { profile, party, rights } = person
  if (text === '' || party?.role !== 'company' || !rights.includes('publish')) return null

  async function publish(partyId: string) {
    addToDescription(newProjectDraft(partyId, profile.id), text)
    await forgetSharedContent()
    await navigate(paths.publishProject())
  }

  return (
    <Button className="self-start" onClick={() => void publish(party.id)}>
      Publicar projeto com este texto
    </Button>
  )
}
