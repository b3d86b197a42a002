import { useQuery } from '@tanstack/react-query'
import { MapPin } from 'lucide-react'
import { Link } from 'react-router'
import { publisherQuery, type Project } from '@/features/project/queries'
import { formatCount, formatLongDate, formatRating } from '@/lib/format'
import { paths } from '@/lib/paths'
import { Avatar } from '@/ui/avatar'
import { Card, CardBody } from '@/ui/card'
import { Skeleton } from '@/ui/skeleton'

/** Who asks: what decides whether one writes to it. A confidential company stays unnamed. */
export function AboutCompany({ project }: { project: Project }) {
  const { company } = project
  return (
    <Card>
      <CardBody className="flex flex-col gap-3">
        <h2 className="text-base font-semibold">Sobre a empresa</h2>
        {company === null ? (
          <p className="text-sm text-muted">
            A empresa preferiu não aparecer no anúncio. Quem for contratado sabe quem ela é.
          </p>
        ) : (
          <>
            <div className="flex items-center gap-3">
              <Avatar
                name={company.name}
                kind="company"
                imageUrl={company.avatar_url}
                seed={company.avatar_seed}
                size="md"
              />
              <Link
                to={paths.company(company.id, company.name)}
                className="min-w-0 font-medium break-words underline underline-offset-2"
              >
                {company.name}
              </Link>
            </div>
            <Known companyId={company.id} />
          </>
        )}
      </CardBody>
    </Card>
  )
}

/** What else is known of it; the project is whole without. */
function Known({ companyId }: { companyId: string }) {
  const query = useQuery(publisherQuery(companyId))
  if (query.isPending) return <Skeleton className="h-16" />
  if (!query.data) return null
  const { headline, location, about, rating, reviews_count, created_at } = query.data
  return (
    <div className="flex flex-col gap-2 text-sm">
      {headline !== '' && <p className="break-words">{headline}</p>}
      {location !== '' && (
        <p className="flex items-center gap-1.5 text-muted">
          <MapPin className="size-4 shrink-0" aria-hidden />
          <span className="min-w-0 break-words">{location}</span>
        </p>
      )}
      {about !== '' && <p className="line-clamp-4 break-words text-muted">{about}</p>}
      <p className="text-muted">
        Avaliação: {formatRating(rating)}
        {reviews_count > 0 && ` (${formatCount(reviews_count, 'avaliação', 'avaliações')})`}
      </p>
      <p className="text-muted">Na plataforma desde {formatLongDate(created_at)}</p>
    </div>
  )
}
