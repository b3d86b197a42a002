import { MapPin, Star } from 'lucide-react'
import { Link } from 'react-router'
import { useSkillLabels } from '@/api/directory/skills'
import type { Row } from '@/api/tables'
import { formatRating, formatRecord } from '@/lib/format'
import { paths } from '@/lib/paths'
import { AVAILABILITIES, labelOf } from '@/lib/work'
import { Avatar } from '@/ui/avatar'
import { Badge } from '@/ui/badge'
import { LinkCard } from '@/ui/card'
import { ChipList } from '@/ui/chip'
import { Codes } from '@/ui/codes'
import { Skeleton } from '@/ui/skeleton'

const SKILLS_SHOWN = 4

type Professional = Pick<
  Row<'profiles'>,
  | 'id'
  | 'name'
  | 'title'
  | 'headline'
  | 'location'
  | 'experience'
  | 'availability'
  | 'rating'
  | 'contracts_completed'
  | 'counterparts'
  | 'skills'
  | 'avatar_url'
  | 'avatar_seed'
>

export function ProfessionalCard({ professional }: { professional: Professional }) {
  const labels = useSkillLabels()
  return (
    <LinkCard className="flex h-full flex-col gap-4 p-5">
      <div className="flex items-start gap-4">
        <Avatar
          name={professional.name}
          imageUrl={professional.avatar_url}
          seed={professional.avatar_seed}
          size="lg"
        />
        <div className="min-w-0">
          <h2 className="text-base font-semibold break-words">{professional.name}</h2>
          <p className="text-sm break-words">
            <Codes text={professional.title === '' ? professional.headline : professional.title} />
          </p>
          <Standing professional={professional} />
        </div>
      </div>
      {professional.title !== '' && professional.headline !== '' && (
        <p className="line-clamp-2 text-sm break-words text-muted">
          <Codes text={professional.headline} />
        </p>
      )}
      <div className="flex flex-wrap gap-x-4 gap-y-1 text-sm text-muted">
        <span className="inline-flex items-center gap-1.5">
          <Star className="size-4" aria-hidden />
          <span className="sr-only">Avaliação: </span>
          <span className="figures">{formatRating(professional.rating)}</span>
          {formatRecord(professional)}
        </span>
        {professional.location !== '' && (
          <span className="inline-flex max-w-full items-center gap-1.5">
            <MapPin className="size-4" aria-hidden />
            <span className="min-w-0 break-words">{professional.location}</span>
          </span>
        )}
      </div>
      <ChipList words={labels(professional.skills)} max={SKILLS_SHOWN} />
      <Link
        to={paths.professional(professional.id, professional.name)}
        aria-label={`Ver Perfil de ${professional.name}`}
        className="mt-auto pt-2 text-sm font-medium underline underline-offset-2 after:absolute after:inset-0"
      >
        Ver Perfil
      </Link>
    </LinkCard>
  )
}

/** How far professionals are in the trade, and whether they have time. */
function Standing({ professional }: { professional: Professional }) {
  const availability = labelOf(AVAILABILITIES, professional.availability)
  if (professional.experience === null && availability === undefined) return null
  return (
    <p className="mt-1.5 flex flex-wrap gap-1.5">
      {professional.experience !== null && <Badge tone="outline">{professional.experience}</Badge>}
      {availability !== undefined && (
        <Badge tone={professional.availability === 'available' ? 'success' : 'neutral'}>{availability}</Badge>
      )}
    </p>
  )
}

export function ProfessionalCardSkeleton() {
  return (
    <div className="flex h-full flex-col gap-4 rounded border border-line bg-raised p-5">
      <div className="flex gap-4">
        <Skeleton className="size-16" />
        <Skeleton className="h-12 flex-1" />
      </div>
      <Skeleton className="h-5 w-2/3" />
      <Skeleton className="h-16 w-full" />
    </div>
  )
}
