import { Guide } from '@/features/guide/guide'
import { OWN_TABLES } from '@/features/guide/own-tables'
import { paths } from '@/lib/paths'
import { useTitle } from '@/lib/navigation/use-title'
import { Breadcrumb } from '@/ui/breadcrumb'

export function ApiTablesPage() {
  useTitle('Suas próprias tabelas aqui')
  return (
    <Guide
      above={
        <Breadcrumb crumbs={[{ label: 'API', to: paths.api() }, { label: 'Suas próprias tabelas aqui' }]} />
      }
      title="Suas próprias tabelas aqui"
      lead="Para quem opera este servidor: dados seus ao lado dos do produto, servidos pela mesma API."
      sections={OWN_TABLES}
    />
  )
}
