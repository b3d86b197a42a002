import { usePerson } from '@/api/session/session'
import { Favourites } from '@/features/favourite/favourites'
import { statusOf } from '@/features/project/text'
import { useTitle } from '@/lib/navigation/use-title'
import { Badge } from '@/ui/badge'
import { PageHeader } from '@/ui/page-header'

export function FavouritesPage() {
  useTitle('Favoritos')
  return (
    <>
      <PageHeader
        title="Favoritos"
        description="Projetos e profissionais que você guardou. Só você vê esta lista e as suas anotações."
      />
      <Favourites
        personId={usePerson().profile.id}
        status={({ status }) => <Badge tone={statusOf(status).tone}>{statusOf(status).label}</Badge>}
      />
    </>
  )
}
