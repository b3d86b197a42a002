import { ACCESSIBILITY } from '@/features/landing/legal/accessibility'
import { LegalDocument } from '@/features/landing/legal/legal-document'
import { useTitle } from '@/lib/navigation/use-title'

export function AccessibilityPage() {
  useTitle('Acessibilidade')
  return <LegalDocument title="Acessibilidade" updated="22 de novembro de 2026" sections={ACCESSIBILITY} />
}
