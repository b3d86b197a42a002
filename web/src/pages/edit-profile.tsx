import { UnderConstruction } from '@/ui/under-construction'

export function EditProfilePage() {
  return <UnderConstruction title="Editar Perfil" />
}
