import { Link } from 'react-router'
import { paths } from '@/lib/paths'
import { LinkCard } from '@/ui/card'
import { Tag, tagOf } from '@/ui/tag'

type OpenProjectsProps = {
  projects: readonly { id: string; number: number; title: string; budget: string }[]
}

/** What a company is looking for now, by name and budget. */
export function OpenProjects({ projects }: OpenProjectsProps) {
  return (
    <section className="flex flex-col gap-3">
      <h2 className="text-lg font-semibold">Projetos abertos</h2>
      {projects.length === 0 ? (
        <p className="text-muted">Nenhum projeto aberto no momento.</p>
      ) : (
        <ul className="flex flex-col gap-3">
          {projects.map((project) => (
            <li key={project.id}>
              <LinkCard className="flex flex-wrap items-center justify-between gap-3 p-4">
                <span className="flex min-w-0 flex-wrap items-center gap-3">
                  <Tag>{tagOf('PRJ', project.number)}</Tag>
                  <Link to={paths.project(project.id)} className="font-medium after:absolute after:inset-0">
                    {project.title}
                  </Link>
                </span>
                <span className="figures text-sm text-muted">{project.budget}</span>
              </LinkCard>
            </li>
          ))}
        </ul>
      )}
    </section>
  )
}
