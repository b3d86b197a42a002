import { FilePen } from 'lucide-react'

type RevisionNoticeProps = { project: { revision: number; proposals_count: number } }

/** Before an edit that people have answered to: it asks them again. */
export function RevisionNotice({ project }: RevisionNoticeProps) {
  if (project.proposals_count === 0) return null
  return (
    <p className="mb-6 flex max-w-3xl items-start gap-3 rounded border border-line bg-sunken p-4 text-sm">
      <FilePen className="mt-0.5 size-4 shrink-0 text-warning" aria-hidden />
      <span>
        <span className="font-medium">Já há propostas para este projeto.</span> Se mudar o escopo, o
        orçamento, o prazo, a categoria, o nível ou as habilidades, o texto passa à revisão{' '}
        {project.revision + 1}: quem enviou proposta vê o que mudou e confirma ou retira. Até lá, essas
        propostas não podem ser aceitas.
      </span>
    </p>
  )
}
