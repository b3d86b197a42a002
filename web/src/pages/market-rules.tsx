import { Link } from 'react-router'
import { WeightsForm } from '@/features/match/weights-form'
import { paths } from '@/lib/paths'
import { useTitle } from '@/lib/navigation/use-title'
import { Button } from '@/ui/button'
import { PageHeader } from '@/ui/page-header'

export function MarketRulesPage() {
  useTitle('Regras do mercado')
  return (
    <>
      <PageHeader
        title="Regras do mercado"
        description="O que vale para todos e a administração ajusta."
        actions={
          <Button asChild>
            <Link to={paths.admin()}>Administração</Link>
          </Button>
        }
      />
      <div className="flex flex-col gap-10">
        <WeightsForm />
      </div>
    </>
  )
}
