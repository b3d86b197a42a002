import { FileX } from 'lucide-react'
import { Link, useParams } from 'react-router'
import { ContractDocument } from '@/features/contract/documents/contract-document'
import { isId } from '@/lib/ids'
import { paths } from '@/lib/paths'
import { useTitle } from '@/lib/navigation/use-title'
import { Breadcrumb } from '@/ui/breadcrumb'
import { Button } from '@/ui/button'
import { EmptyState } from '@/ui/empty-state'

export function ContractDocumentPage() {
  useTitle('Documento do contrato')
  const { contractId = '' } = useParams()
  if (!isId(contractId)) {
    return (
      <EmptyState
        icon={FileX}
        level={1}
        title="Contrato não encontrado"
        action={
          <Button asChild variant="primary">
            <Link to={paths.contracts()}>Meus contratos</Link>
          </Button>
        }
      />
    )
  }
  return (
    <>
      <div className="mb-4 print:hidden">
        <Breadcrumb
          crumbs={[
            { label: 'Contratos', to: paths.contracts() },
            { label: 'Contrato', to: paths.contract(contractId) },
            { label: 'Documento' },
          ]}
        />
      </div>
      <ContractDocument contractId={contractId} />
    </>
  )
}
