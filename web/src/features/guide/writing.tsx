import { ROWS_WRITTEN_MAX } from '@/api/rates'
import { Example } from '@/features/guide/example'
import type { GuideSection } from '@/features/guide/guide'
import { Name, Step, Text } from '@/features/guide/prose'

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
