import { PublishProject } from '@/features/project/form/publish-project'
import { ProposeAction } from '@/features/proposal/propose/propose-action'
import { useTitle } from '@/lib/navigation/use-title'

export function PublishProjectPage() {
  useTitle('Publicar projeto')
  return <PublishProject action={(project) => <ProposeAction project={project} />} />
}
