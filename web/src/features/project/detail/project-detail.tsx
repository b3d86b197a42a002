import { ArrowLeft } from 'lucide-react'
import { Suspense, type ReactNode } from 'react'
import { Link, useNavigate } from 'react-router'
import { useSkillLabels } from '@/api/directory/skills'
import { useTechnologyNames } from '@/api/directory/technologies'
import { AboutCompany } from '@/features/project/detail/about-company'
import type { Project } from '@/features/project/queries'
import { CONFIDENTIAL, statusOf } from '@/features/project/text'
import { formatDay, formatLongDate, formatNumber } from '@/lib/format'
import { paths } from '@/lib/paths'
import { labelOf, placeOf, WORK_MODES } from '@/lib/work'
import { Avatar } from '@/ui/avatar'
import { Badge } from '@/ui/badge'
import { Button } from '@/ui/button'
import { Card, CardBody } from '@/ui/card'
import { ChipList } from '@/ui/chip'
import { Codes } from '@/ui/codes'
import { PageHeader } from '@/ui/page-header'
import { Loading, Skeleton } from '@/ui/skeleton'
import { Tag, tagOf } from '@/ui/tag'

type ProjectDetailProps = {
  project: Project
  /** What the reader can do about it; at hand at the lower edge of a phone. */
  action: ReactNode
  /** What else can be done, after the first. */
  more?: ReactNode
  /** What its company attached, below what it wrote. */
  files?: ReactNode
  /** What else there is to read, below the rest. */
  children?: ReactNode
}

/** Everything a visitor may know of a project. */
export function ProjectDetail({ project, action, more, files, children }: ProjectDetailProps) {
  const labels = useSkillLabels()
  const technologies = useTechnologyNames(project.technologies)
  const status = statusOf(project.status)
  return (
    <article>
      <BackButton />
      <PageHeader
        above={
          <div className="flex flex-wrap items-center gap-2 text-sm text-muted">
            {project.number > 0 && <Tag>{tagOf('PRJ', project.number)}</Tag>}
            <span>{project.category}</span>
            <Badge tone={status.tone}>{status.label}</Badge>
          </div>
        }
        title={project.title}
        description={<Publisher project={project} />}
      />
      <div className="grid gap-8 lg:grid-cols-[minmax(0,1fr)_20rem]">
        <aside className="flex flex-col gap-6 lg:sticky lg:top-20 lg:col-start-2 lg:row-start-1 lg:self-start">
          <Card>
            <CardBody>
              <ProjectFacts project={project} />
              <div data-at-hand className={ACTIONS}>
                {action}
              </div>
              {more && <div className="mt-4 flex flex-col gap-2">{more}</div>}
            </CardBody>
          </Card>
          <div className="hidden flex-col gap-6 lg:flex">
            <AboutCompany project={project} />
          </div>
        </aside>
        <div className="flex min-w-0 flex-col gap-8 lg:row-start-1">
          <Section title="Descrição do Projeto">
            <p className="max-w-measure leading-relaxed break-words whitespace-pre-line">
              <Codes text={project.description} />
            </p>
          </Section>
          <Suspense fallback={project.files_count > 0 && <Skeleton className="h-24" />}>{files}</Suspense>
          <Section title="Habilidades Necessárias">
            <ChipList words={labels(project.skills)} />
          </Section>
          {technologies.length > 0 && (
            <Section title="Tecnologias">
              <ChipList words={technologies} />
            </Section>
          )}
          {children}
          <div className="lg:hidden">
            <AboutCompany project={project} />
          </div>
        </div>
      </div>
    </article>
  )
}

// In reach of the thumb while one reads; beside the facts where there is room.
const ACTIONS =
  'flex flex-col gap-2 max-lg:fixed max-lg:inset-x-0 max-lg:bottom-0 max-lg:z-30 max-lg:max-h-[40dvh] max-lg:overflow-y-auto max-lg:border-t max-lg:border-line max-lg:bg-raised max-lg:px-4 max-lg:pt-3 max-lg:pb-[max(0.75rem,env(safe-area-inset-bottom))] lg:mt-6 print:hidden'

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
        <Avatar
          name={company.name}
          kind="company"
          imageUrl={company.avatar_url}
          seed={company.avatar_seed}
          size="sm"
        />
      )}
      <span className="min-w-0">
        Publicado por{' '}
        {company ? (
          <Link
            to={paths.company(company.id, company.name)}
            className="font-medium text-ink underline underline-offset-2"
          >
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

export function ProjectDetailSkeleton() {
  return (
    <Loading level={1} label="Carregando projeto…">
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

/** What decides first, each fact once; what the company did not say is left out. */
function ProjectFacts({ project }: { project: Project }) {
  const mode = labelOf(WORK_MODES, project.work_mode)
  return (
    <dl className="grid grid-cols-2 gap-x-4 gap-y-3 lg:grid-cols-1 lg:gap-y-4">
      <Fact name="Orçamento" mono isWide>
        {project.budget}
      </Fact>
      <Fact name="Prazo" isWide>
        {project.deadline}
        {project.deadline_on && ` (até ${formatDay(project.deadline_on)})`}
      </Fact>
      {project.starts_on && <Fact name="Início previsto">{formatDay(project.starts_on)}</Fact>}
      {mode && <Fact name="Modalidade">{mode}</Fact>}
      {project.state && <Fact name="Local">{placeOf(project)}</Fact>}
      <Fact name="Nível de Experiência">{project.experience_level}</Fact>
      <Fact name="Propostas Recebidas" mono>
        {formatNumber(project.proposals_count)}
      </Fact>
    </dl>
  )
}

type FactProps = { name: string; mono?: boolean; isWide?: boolean; children: ReactNode }

function Fact({ name, mono, isWide, children }: FactProps) {
  return (
    <div className={isWide ? 'col-span-2 flex flex-col gap-0.5 lg:col-span-1' : 'flex flex-col gap-0.5'}>
      <dt className="text-sm text-muted">{name}</dt>
      <dd className={mono ? 'figures font-medium break-words' : 'font-medium break-words'}>{children}</dd>
    </div>
  )
}
