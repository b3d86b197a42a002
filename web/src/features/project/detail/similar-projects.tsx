import { useQuery } from '@tanstack/react-query'
import { Link } from 'react-router'
import { similarProjectsQuery, type Project } from '@/features/project/queries'
import { whereOf } from '@/features/project/text'
import { paths } from '@/lib/paths'
import { LinkCard } from '@/ui/card'
import { Codes } from '@/ui/codes'
import { Tag, tagOf } from '@/ui/tag'

/** Where to look next; nothing when nothing is alike. */
export function SimilarProjects({ project }: { project: Project }) {
  const { data: projects } = useQuery(similarProjectsQuery(project))
  if (projects === undefined || projects.length === 0) return null
  return (
    <section aria-labelledby="similar" className="flex flex-col gap-3">
      <h2 id="similar" className="text-lg font-semibold">
        Projetos parecidos
      </h2>
      <ul className="flex flex-col gap-3">
        {projects.map((one) => (
          <li key={one.id}>
            <LinkCard className="flex flex-col gap-1.5 p-4">
              <span className="flex flex-wrap items-center gap-2">
                <Tag>{tagOf('PRJ', one.number)}</Tag>
                <Link
                  to={paths.project(one.id, one.title)}
                  className="min-w-0 font-medium break-words after:absolute after:inset-0"
                >
                  <Codes text={one.title} />
                </Link>
              </span>
              <span className="flex flex-wrap gap-x-4 gap-y-1 text-sm text-muted">
                <span className="figures min-w-0">{one.budget}</span>
                {whereOf(one) !== '' && <span className="min-w-0">{whereOf(one)}</span>}
              </span>
            </LinkCard>
          </li>
        ))}
      </ul>
    </section>
  )
}
