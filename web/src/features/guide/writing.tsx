import { ROWS_WRITTEN_MAX } from '@/api/rates'
import { Example, Code } from './example'
import type { GuideSection } from './guide'
import { Name, Step, Text, Facts } from './prose'
import { UPLOAD_MEGABYTES_DAILY_MAX, UPLOADS_HOURLY_MAX } from '@/api/limits'

export const WRITING: readonly GuideSection[] = [
  { id: 'escrever', title: 'Escrever', content: <Write /> },
  { id: 'chamar', title: 'Chamar', content: <Call /> },
]

function Write() {
  return (
    <>
      <Text>
        Insere-se com POST, muda-se com PATCH e apaga-se com DELETE. As regras valem no banco: quem não pode,
        não escreve, por caminho nenhum. Um pedido insere no máximo {ROWS_WRITTEN_MAX} linhas, e mudar ou
        apagar exige um filtro.
      </Text>
      <Example name="publish" label="Publicar um projeto" />
      <Example name="update" label="Mudar o prazo" />
      <Step title="Repetir sem fazer duas vezes">
        <Text>
          Quando a resposta se perde, não se sabe se o pedido foi feito. Com um <Name>Idempotency-Key</Name>,
          mande-o de novo: ele é feito uma vez, e a mesma resposta volta por 48 horas. Vale para escritas e
          chamadas de quem entrou.
        </Text>
        <Example name="repeat" label="Uma mensagem, dois envios" />
      </Step>
    </>
  )
}

function Call() {
  return (
    <>
      <Text>
        O que é mais do que uma linha, como aceitar uma proposta, entregar um marco ou encerrar um projeto, é
        uma chamada: confere o estado, muda o que muda e avisa as pessoas, tudo ou nada.
      </Text>
      <Example name="call" label="Encerrar o projeto" />
      <Step title="O que existe">
        <Text>
          O servidor se descreve, em OpenAPI 2.0: as tabelas, as colunas e as chamadas que a sua conta
          alcança.
        </Text>
        <Example name="description" label="A descrição" />
      </Step>
    </>
  )
}

export const TYPES: readonly GuideSection[] = [{ id: 'tipos', title: 'Tipos', content: <Types /> }]

function Types() {
  return (
    <>
      <Text>
        Em TypeScript, uma coluna com o nome errado não compila. Quem opera o servidor escreve os tipos de
        todas as tabelas e chamadas:
      </Text>
      <Code file="types.sh" language="sh" label="Escrever database.ts" />
      <Code file="typed.ts" language="ts" label="Um programa com tipos" />
      <Text>
        Em outra linguagem, a descrição OpenAPI da seção <Name>Chamar</Name> serve para gerar um cliente.
      </Text>
    </>
  )
}

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
