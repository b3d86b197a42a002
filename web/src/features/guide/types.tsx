import { Code } from '@/features/guide/example'
import type { GuideSection } from '@/features/guide/guide'
import { Name, Text } from '@/features/guide/prose'

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
