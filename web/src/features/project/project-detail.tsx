import { ArrowLeft } from 'lucide-react'
import type { ReactNode } from 'react'
import { Link, useNavigate } from 'react-router'
import { useSkillLabels } from '@/api/skills'
import type { Project } from '@/features/project/queries'
import { CONFIDENTIAL, statusOf } from '@/features/project/text'
import { formatDay, formatLongDate, formatNumber } from '@/lib/format'
import { paths } from '@/lib/paths'
import { Avatar } from '@/ui/avatar'
import { Badge } from '@/ui/badge'
import { Button } from '@/ui/button'
import { Card, CardBody } from '@/ui/card'
import { ChipList } from '@/ui/chip'
import { PageHeader } from '@/ui/page-header'
import { Loading, Skeleton } from '@/ui/skeleton'
import { Tag, tagOf } from '@/ui/tag'

type ProjectDetailProps = {
  project: Project
  /** What the reader can do about it. */
  action: ReactNode
  /** What else there is to read, below the rest. */
  children?: ReactNode
}

/** Everything a visitor may know of a project. */
export function ProjectDetail({ project, action, children }: ProjectDetailProps) {
  const labels = useSkillLabels()
  const status = statusOf(project.status)
  return (
    <article>
      <BackButton />
      <PageHeader
        above={
          <div className="flex flex-wrap items-center gap-2 text-sm text-muted">
            <Tag>{tagOf('PRJ', project.number)}</Tag>
            <span>{project.category}</span>
            <Badge tone={status.tone}>{status.label}</Badge>
          </div>
        }
        title={project.title}
        description={<Publisher project={project} />}
      />
      <div className="grid gap-6 lg:grid-cols-[1fr_20rem]">
        <div className="flex flex-col gap-8">
          <Section title="Descrição do Projeto">
            <p className="max-w-measure leading-relaxed break-words whitespace-pre-line">
              {project.description}
            </p>
          </Section>
          <Section title="Habilidades Necessárias">
            <ChipList words={labels(project.skills)} />
          </Section>
        </div>
        <Card className="h-fit lg:sticky lg:top-20 lg:col-start-2 lg:row-span-2 lg:row-start-1">
          <CardBody>
            <dl className="flex flex-col gap-4">
              <Fact name="Orçamento" mono>
                {project.budget}
              </Fact>
              <Fact name="Prazo">
                {project.deadline}
                {project.deadline_on && ` (até ${formatDay(project.deadline_on)})`}
              </Fact>
              <Fact name="Nível de Experiência">{project.experience_level}</Fact>
              <Fact name="Propostas Recebidas" mono>
                {formatNumber(project.proposals_count)}
              </Fact>
            </dl>
            <div className="mt-6 flex flex-col gap-2">{action}</div>
          </CardBody>
        </Card>
        {children}
      </div>
    </article>
  )
}

function BackButton() {
  const navigate = useNavigate()
  return (
    <Button variant="ghost" size="sm" className="-ml-3 mb-4" onClick={() => void goBack(navigate)}>
      <ArrowLeft className="size-4" aria-hidden />
      Voltar
    </Button>
  )
}

/** Back to where one came from, or to the directory for who opened the link. */
function goBack(navigate: ReturnType<typeof useNavigate>) {
  const index: unknown = Reflect.get(Object(window.history.state), 'idx')
  return typeof index === 'number' && index > 0 ? navigate(-1) : navigate(paths.projects())
}

function Publisher({ project }: { project: Project }) {
  const { company } = project
  return (
    <span className="flex flex-wrap items-center gap-x-3 gap-y-1">
      {company && (
        <Avatar name={company.name} imageUrl={company.avatar_url} seed={company.avatar_seed} size="sm" />
      )}
      <span>
        Publicado por{' '}
        {company ? (
          <Link to={paths.company(company.id)} className="font-medium text-ink underline underline-offset-2">
            {company.name}
          </Link>
        ) : (
          <span className="font-medium text-ink">{CONFIDENTIAL}</span>
        )}{' '}
        em {formatLongDate(project.created_at)}
      </span>
    </span>
  )
}

function Section({ title, children }: { title: string; children: ReactNode }) {
  return (
    <section className="flex flex-col gap-3">
      <h2 className="text-lg font-semibold">{title}</h2>
      {children}
    </section>
  )
}

function Fact({ name, mono, children }: { name: string; mono?: boolean; children: ReactNode }) {
  return (
    <div className="flex flex-col gap-0.5">
      <dt className="text-sm text-muted">{name}</dt>
      <dd className={mono ? 'figures font-medium' : 'font-medium'}>{children}</dd>
    </div>
  )
}

export function ProjectDetailSkeleton() {
  return (
    <Loading label="Carregando projeto…">
      <Skeleton className="mb-6 h-8 w-24" />
      <Skeleton className="mb-3 h-5 w-48" />
      <Skeleton className="mb-8 h-9 w-3/4" />
      <div className="grid gap-6 lg:grid-cols-[1fr_20rem]">
        <Skeleton className="h-72" />
        <Skeleton className="h-64" />
      </div>
    </Loading>
  )
}
