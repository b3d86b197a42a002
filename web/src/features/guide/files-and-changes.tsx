import { UPLOAD_MEGABYTES_DAILY_MAX, UPLOADS_HOURLY_MAX } from '@/api/limits'
import { Example } from '@/features/guide/example'
import type { GuideSection } from '@/features/guide/guide'
import { Facts, Name, Text } from '@/features/guide/prose'

export const FILES_AND_CHANGES: readonly GuideSection[] = [
  { id: 'arquivos', title: 'Arquivos', content: <Files /> },
  { id: 'ao-vivo', title: 'Ao vivo', content: <Live /> },
]

const FOLDERS = [
  ['avatars/', 'a foto de uma conta ou empresa'],
  ['banners/', 'a capa do perfil'],
  ['portfolio/', 'as fotos do portfólio'],
] as const

function Files() {
  return (
    <>
      <Text>
        As imagens ficam em <Name>public-uploads</Name>: PNG, JPEG, WebP ou GIF de até 10 MB, lidas por
        qualquer um no seu endereço. Cada conta grava sob o próprio id, até {UPLOADS_HOURLY_MAX} por hora e{' '}
        {UPLOAD_MEGABYTES_DAILY_MAX} MB por dia.
      </Text>
      <Example name="upload" label="Enviar uma foto" />
      <Facts
        caption="Pastas de public-uploads"
        columns={['Caminho', 'Para']}
        rows={FOLDERS.map(([folder, use]) => ({
          key: folder,
          cells: [<Name>{`${folder}{id}-{momento}`}</Name>, use],
        }))}
      />
    </>
  )
}

function Live() {
  return (
    <>
      <Text>
        Em vez de perguntar de novo, ouça: cada mudança chega a quem pode ler a linha, e a mais ninguém. O
        filtro poupa o que não interessa.
      </Text>
      <Example name="live" label="Ouvir as mensagens" />
      <Text>
        Quem perde a linha volta a ouvir sozinho, mas o que aconteceu no meio não é repetido: ao voltar, leia
        de novo.
      </Text>
    </>
  )
}
