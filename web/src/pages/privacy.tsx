import { LegalDocument } from '@/features/landing/legal/legal-document'
import { PRIVACY } from '@/features/landing/legal/privacy'
import { useTitle } from '@/lib/navigation/use-title'

export function PrivacyPage() {
  useTitle('Política de Privacidade')
  return <LegalDocument title="Política de Privacidade" updated="25 de junho de 2025" sections={PRIVACY} />
}
