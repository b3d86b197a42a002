import { UnderConstruction } from '@/ui/under-construction'

export function SettingsPage() {
  return <UnderConstruction title="Configurações" />
}
