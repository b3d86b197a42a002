import { CalendarClock, MapPin, Users, Wallet } from 'lucide-react'
import type { ReactNode } from 'react'
import { Link } from 'react-router'
import { useSkillLabels } from '@/api/directory/skills'
import type { Project } from '@/features/project/queries'
import { CONFIDENTIAL, whereOf } from '@/features/project/text'
import { formatCount, formatRelative } from '@/lib/format'
import { paths } from '@/lib/paths'
import { LinkCard } from '@/ui/card'
import { ChipList } from '@/ui/chip'
import { Codes } from '@/ui/codes'
import { Skeleton } from '@/ui/skeleton'
import { Tag, tagOf } from '@/ui/tag'

const SKILLS_SHOWN = 4

type ProjectCardProps = {
  project: Project
  /** What the reader can do with the card, below its facts. */
  action?: ReactNode
}

export function ProjectCard({ project, action }: ProjectCardProps) {
  const labels = useSkillLabels()
  return (
    <LinkCard className="flex h-full flex-col gap-4 p-5">
      <div className="flex flex-wrap items-center justify-between gap-x-3 text-sm text-muted">
        <Tag>{tagOf('PRJ', project.number)}</Tag>
        <time dateTime={project.created_at}>{formatRelative(project.created_at)}</time>
      </div>
      <div className="flex flex-col gap-1.5">
        <h2 className="text-lg leading-snug font-semibold break-words">
          <Link to={paths.project(project.id, project.title)} className="after:absolute after:inset-0">
            <Codes text={project.title} />
          </Link>
        </h2>
        <p className="text-sm text-muted">{project.company?.name ?? CONFIDENTIAL}</p>
      </div>
      <p className="line-clamp-3 text-sm break-words">
        <Codes text={project.description} />
      </p>
      <ChipList words={labels(project.skills)} max={SKILLS_SHOWN} />
      <dl className="mt-auto grid grid-cols-1 gap-2 border-t border-line pt-4 text-sm">
        <Fact
          icon={<Wallet className="size-4 text-muted" aria-hidden />}
          name="Orçamento"
          value={project.budget}
          mono
        />
        <Fact
          icon={<CalendarClock className="size-4 text-muted" aria-hidden />}
          name="Prazo"
          value={project.deadline}
        />
        {whereOf(project) !== '' && (
          <Fact
            icon={<MapPin className="size-4 text-muted" aria-hidden />}
            name="Local e modalidade"
            value={whereOf(project)}
          />
        )}
        <Fact
          icon={<Users className="size-4 text-muted" aria-hidden />}
          name="Propostas recebidas"
          value={formatCount(project.proposals_count, 'proposta', 'propostas')}
        />
      </dl>
      {action}
    </LinkCard>
  )
}

function Fact({ icon, name, value, mono }: { icon: ReactNode; name: string; value: string; mono?: boolean }) {
  return (
    <div className="flex items-center gap-2">
      <dt>
        {icon}
        <span className="sr-only">{name}: </span>
      </dt>
      <dd className={mono ? 'figures min-w-0 sm:truncate' : 'min-w-0 sm:truncate'}>{value}</dd>
    </div>
  )
}

export function ProjectCardSkeleton() {
  return (
    <div className="flex h-full flex-col gap-4 rounded border border-line bg-raised p-5">
      <Skeleton className="h-5 w-24" />
      <Skeleton className="h-6 w-4/5" />
      <Skeleton className="h-16 w-full" />
      <Skeleton className="h-7 w-3/5" />
      <Skeleton className="h-20 w-full" />
    </div>
  )
}
