import { Eye, EyeOff } from 'lucide-react'
import { useHiding } from '@/features/project/hidden/hidden-projects'
import { Button } from '@/ui/button'

type HideProjectProps = { project: { id: string; title: string }; isHidden: boolean }

/** Takes a project out of the lists of the person, or brings it back. It lies above the card's link. */
export default function HideProject({ project, isHidden }: HideProjectProps) {
  const { hide, show, isPending } = useHiding()
  const Icon = isHidden ? Eye : EyeOff
  return (
    <Button
      variant="ghost"
      size="sm"
      className="relative -mb-2 -ml-3 self-start text-muted"
      loading={isPending}
      onClick={() => (isHidden ? show(project.id) : hide(project.id))}
    >
      <Icon className="size-4" aria-hidden />
      <span>
        {isHidden ? 'Mostrar de novo' : 'Não mostrar de novo'}
        <span className="sr-only">: {project.title}</span>
      </span>
    </Button>
  )
}
