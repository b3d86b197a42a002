import { useInstitution } from '@/api/config'
import { LegalDocument } from '@/features/landing/legal/legal-document'
import { terms } from '@/features/landing/legal/terms'
import { useTitle } from '@/lib/navigation/use-title'

export function TermsPage() {
  useTitle('Termos de Serviço')
  return (
    <LegalDocument
      title="Termos de Serviço"
      updated="25 de junho de 2025"
      sections={terms(useInstitution())}
    />
  )
}
