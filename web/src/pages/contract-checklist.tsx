import { FileX } from 'lucide-react'
import { Link, useParams } from 'react-router'
import { useMember } from '@/api/session/session'
import { ChecklistDocument } from '@/features/checklist/checklist-document'
import { isId } from '@/lib/ids'
import { paths } from '@/lib/paths'
import { useTitle } from '@/lib/navigation/use-title'
import { Breadcrumb } from '@/ui/breadcrumb'
import { Button } from '@/ui/button'
import { EmptyState } from '@/ui/empty-state'

export function ContractChecklistPage() {
  useTitle('Lista de aceite')
  const { contractId = '', checklistId = '' } = useParams()
  const { party } = useMember()
  if (!isId(contractId) || !isId(checklistId)) {
    return (
      <EmptyState
        icon={FileX}
        level={1}
        title="Lista não encontrada"
        action={
          <Button asChild variant="primary">
            <Link to={paths.dashboard()}>Ir para o painel</Link>
          </Button>
        }
      />
    )
  }
  return (
    <>
      {party.role !== 'admin' && (
        <div className="mb-4 print:hidden">
          <Breadcrumb
            crumbs={[
              { label: 'Contratos', to: paths.contracts() },
              { label: 'Contrato', to: paths.contract(contractId) },
              { label: 'Lista de aceite' },
            ]}
          />
        </div>
      )}
      <ChecklistDocument checklistId={checklistId} />
    </>
  )
}
