import { useState, type ComponentProps } from 'react'
import { ProjectDirectory } from '@/features/project/directory/project-directory'
import { useHiddenProjects } from '@/features/project/hidden/hidden-projects'
import HideProject from '@/features/project/hidden/hide-project'
import { Button } from '@/ui/button'

type HidingDirectoryProps = Pick<ComponentProps<typeof ProjectDirectory>, 'save'>

/** The directory of projects for a professional, who can hide some. */
export default function HidingDirectory({ save }: HidingDirectoryProps) {
  const hidden = useHiddenProjects()
  const [isAll, setIsAll] = useState(false)
  return (
    <ProjectDirectory
      save={save}
      hiding={{
        leftOut: isAll ? undefined : hidden,
        note: (rows) => (
          <HiddenNote
            count={rows.filter(({ id }) => hidden?.has(id)).length}
            isAll={isAll}
            onChange={setIsAll}
          />
        ),
        action: (project) => hidden && <HideProject project={project} isHidden={hidden.has(project.id)} />,
      }}
    />
  )
}

type HiddenNoteProps = { count: number; isAll: boolean; onChange: (isAll: boolean) => void }

/** How many projects of the page the person hides, and the way to see them. */
function HiddenNote({ count, isAll, onChange }: HiddenNoteProps) {
  if (count === 0) return null
  return (
    <p className="flex items-center">
      {count === 1 ? '1 oculto' : `${count} ocultos`} ·
      <Button
        variant="ghost"
        size="sm"
        className="-ml-1"
        aria-pressed={isAll}
        onClick={() => onChange(!isAll)}
      >
        {isAll ? 'ocultar' : 'mostrar'}
      </Button>
    </p>
  )
}
