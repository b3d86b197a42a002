import { LegalDocument } from '@/features/landing/legal-document'
import { TERMS } from '@/features/landing/terms'
import { useTitle } from '@/lib/use-title'

export function TermsPage() {
  useTitle('Termos de Serviço')
  return <LegalDocument title="Termos de Serviço" updated="25 de junho de 2025" sections={TERMS} />
}
