import type { ReactNode } from 'react'
import type { Project } from '@/features/project/queries'
import { formatDay, formatNumber } from '@/lib/format'
import { labelOf, placeOf, WORK_MODES } from '@/lib/work'

/** What decides first, each fact once; what the company did not say is left out. */
export function ProjectFacts({ project }: { project: Project }) {
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
