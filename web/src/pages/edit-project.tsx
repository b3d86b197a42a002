import { useParams } from 'react-router'
import { useMember } from '@/api/session/session'
import { OtherParty } from '@/features/organisation/other-party'
import { EditProject } from '@/features/project/form/edit-project'
import { ProposeAction } from '@/features/proposal/propose/propose-action'
import { useTitle } from '@/lib/navigation/use-title'

export function EditProjectPage() {
  useTitle('Editar projeto')
  const { projectId = '' } = useParams()
  const { party } = useMember()
  return (
    <EditProject
      projectId={projectId}
      action={(shown) => <ProposeAction project={shown} />}
      otherParty={(owner) => <OtherParty current={party} owners={[owner]} />}
    />
  )
}
