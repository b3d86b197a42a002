import { Share2 } from 'lucide-react'
import { usePerson } from '@/api/session/session'
import { useSharedContent } from '@/api/device/share-target'
import { ConversationChoice, SharedPreview } from '@/features/message/conversations/conversation-choice'
import { PublishShared } from '@/features/project/form/publish-shared'
import { paths } from '@/lib/paths'
import { useTitle } from '@/lib/navigation/use-title'
import { Card } from '@/ui/card'
import { EmptyState } from '@/ui/empty-state'
import { PageHeader } from '@/ui/page-header'
import { Loading, Skeleton } from '@/ui/skeleton'

export function SharePage() {
  useTitle('Compartilhar')
  const person = usePerson()
  const { data: shared, isPending } = useSharedContent()
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
          <SharedPreview shared={shared} />
          <PublishShared text={shared.text} person={person} />
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
