import { Link } from 'react-router'
import { CONNECTING, READING } from '@/features/guide/first-steps'
import { Guide } from '@/features/guide/guide'
import { MarketFacts } from '@/features/guide/example'
import { REFUSALS } from '@/features/guide/refusals'
import { WRITING, TYPES, FILES_AND_CHANGES } from '@/features/guide/writing'
import { paths } from '@/lib/paths'
import { useTitle } from '@/lib/navigation/use-title'

const SECTIONS = [...CONNECTING, ...READING, ...WRITING, ...FILES_AND_CHANGES, ...REFUSALS, ...TYPES]

export function ApiPage() {
  useTitle('API')
  return (
    <Guide
      title="API para integradores"
      lead="Tudo o que as telas deste produto fazem passa por esta API, e o seu programa pode fazer o mesmo: o ERP que publica projetos, o painel que acompanha contratos."
      opening={<MarketFacts />}
      sections={SECTIONS}
      next={
        <Link to={paths.apiTables()} className="inline-block py-1 font-medium underline underline-offset-4">
          Suas próprias tabelas aqui
        </Link>
      }
    />
  )
}
