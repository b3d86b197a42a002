import type { ComponentProps } from 'react'
import { Link } from 'react-router'
import { OwnProjects } from '@/features/project/own/own-projects'
import { paths } from '@/lib/paths'

const RECENT = 3

/** A company's newest projects, and the way to all of them. */
export function RecentProjects(
  props: Pick<ComponentProps<typeof OwnProjects>, 'companyId' | 'mayPublish' | 'mayNegotiate'>,
) {
  return (
    <section className="flex flex-col gap-4">
      <div className="flex items-center justify-between gap-4">
        <h2 className="text-lg font-semibold">Projetos recentes</h2>
        <Link to={paths.manageProjects()} className="py-0.5 text-sm underline underline-offset-2">
          Ver todos
        </Link>
      </div>
      <OwnProjects {...props} max={RECENT} />
    </section>
  )
}
