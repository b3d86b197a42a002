import { ProfessionalDirectory } from '@/features/profile/professional-directory'
import { useTitle } from '@/lib/use-title'
import { Page } from '@/ui/page'
import { PageHeader } from '@/ui/page-header'

export function ProfessionalsPage() {
  useTitle('Encontrar profissionais')
  return (
    <Page>
      <PageHeader
        title="Encontrar Profissionais"
        description="Programadores, engenheiros e técnicos de automação para o seu projeto."
      />
      <ProfessionalDirectory />
    </Page>
  )
}
