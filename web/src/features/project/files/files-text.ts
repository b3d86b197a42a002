import type { Audience } from '@/features/project/files/files-query'

/** Who reads a file, as the form offers it. */
export const AUDIENCES: readonly { value: Audience; label: string }[] = [
  { value: 'proposers', label: 'Quem pode propor' },
  { value: 'dealers', label: 'Só quem negocia ou foi contratado' },
]

export const FILES_RULE =
  'Cada arquivo é lido por todo profissional que pode propor, ou só por quem recebeu sua contraproposta ou foi contratado; visitantes veem apenas quantos são.'

const KINDS: Readonly<Record<string, string>> = {
  'application/pdf': 'PDF',
  'image/png': 'Imagem',
  'image/jpeg': 'Imagem',
  'image/webp': 'Imagem',
  'text/plain': 'Texto',
  'text/csv': 'Planilha CSV',
  'application/xml': 'XML',
  'text/xml': 'XML',
  'application/json': 'JSON',
  'application/zip': 'ZIP',
  'image/vnd.dwg': 'Desenho DWG',
  'image/vnd.dxf': 'Desenho DXF',
  'application/vnd.openxmlformats-officedocument.spreadsheetml.sheet': 'Planilha',
  'application/vnd.openxmlformats-officedocument.wordprocessingml.document': 'Documento',
}

export function kindOf(mediaType: string): string {
  return KINDS[mediaType] ?? 'Arquivo'
}
