import { RATES } from '@/api/rates'
import { Code, Example } from '@/features/guide/example'
import type { GuideSection } from '@/features/guide/guide'
import { Caution, Facts, Name, Text, rateText } from './prose'

/** Tables that an operator puts beside the product's own. */
export const OWN_TABLES: readonly GuideSection[] = [
  { id: 'criar', title: 'Criar', content: <Create /> },
  { id: 'permissoes', title: 'Permissões e políticas', content: <Permissions /> },
  { id: 'usar', title: 'Usar', content: <Use /> },
  { id: 'ao-vivo', title: 'Ao vivo', content: <Live /> },
  { id: 'tipos', title: 'Tipos', content: <Types /> },
  { id: 'conviver', title: 'Conviver com o produto', content: <Neighbours /> },
]

function Create() {
  return (
    <>
      <Text>
        Quem opera o servidor pode ter tabelas suas no mesmo banco: uma agenda de visitas, por exemplo. Elas
        são servidas como as do produto, com as mesmas chaves, sessões e limites.
      </Text>
      <Code file="own-table.sql" language="sql" label="visitas.sql" />
      <Text>
        O arquivo é aplicado inteiro ou nada dele, pelo papel que é dono do esquema, e o servidor o conhece em
        seguida, sem reiniciar:
      </Text>
      <Code file="own-apply.sh" language="sh" label="Aplicar" />
    </>
  )
}

const ROLES = [
  ['anon', 'Visitantes, com a chave pública.'],
  ['authenticated', 'Quem entrou. auth.uid() é o id da pessoa.'],
  ['service_role', 'Programas com a chave de serviço: as políticas valem também para eles.'],
] as const

function Permissions() {
  return (
    <>
      <Text>
        São duas perguntas. <Name>GRANT</Name> diz quem usa a tabela, e quais colunas; a política diz quais
        linhas. As duas têm de dizer sim.
      </Text>
      <Facts
        caption="Papéis"
        columns={['Papel', 'Quem é']}
        rows={ROLES.map(([role, who]) => ({ key: role, cells: [<Name>{role}</Name>, who] }))}
      />
      <Text>
        No exemplo, <Name>owner_id</Name> não está entre as colunas que se inserem: ele é sempre de quem
        insere. Escreva <Name>(SELECT auth.uid())</Name>, entre parênteses, para que o banco pergunte uma vez
        por comando e não por linha.
      </Text>
      <Caution>
        Sem <Name>ENABLE ROW LEVEL SECURITY</Name>, quem recebeu um GRANT vê e muda as linhas de todos.
      </Caution>
    </>
  )
}

function Use() {
  return (
    <>
      <Text>Como qualquer outra, com a sessão de quem entrou:</Text>
      <Example name="own-use" label="Marcar uma visita" />
    </>
  )
}

function Live() {
  return (
    <>
      <Text>
        As mudanças de uma tabela sua chegam a quem ouve depois que você o diz. Ela precisa de uma chave
        primária e de uma política de leitura: cada mudança vai só a quem pode ler a linha.
      </Text>
      <Code file="own-watch.sh" language="sh" label="Avisar das mudanças" />
      <Example name="own-live" label="Ouvir as visitas" />
    </>
  )
}

function Types() {
  return (
    <>
      <Text>As suas tabelas entram nos tipos e na descrição OpenAPI, com os comentários que têm:</Text>
      <Code file="own-types.sh" language="sh" label="Escrever database.ts" />
    </>
  )
}

function Neighbours() {
  return (
    <>
      <Text>
        Dê às tabelas um prefixo seu, como <Name>acme_</Name>: nenhuma versão nova do produto terá esse nome.
        Elas vão nas cópias de segurança e voltam com elas. Não mude tabelas do produto: use as suas, com
        referências a <Name>auth.users</Name> ou <Name>profiles</Name>, e diga com <Name>ON DELETE</Name> o
        que acontece quando a pessoa apaga a conta.
      </Text>
      <Facts
        caption="Limites de tabelas suas"
        columns={['O quê', 'Por pessoa', 'Por rede de visitantes']}
        rows={[
          {
            key: 'reads',
            cells: ['Leituras', rateText(RATES.own_reads.member), rateText(RATES.own_reads.address)],
          },
          {
            key: 'writes',
            cells: ['Escritas', rateText(RATES.own_writes.member), rateText(RATES.own_writes.address)],
          },
        ]}
      />
      <Text>Para desfazer, um arquivo com isto, aplicado do mesmo modo:</Text>
      <Code file="own-drop.sql" language="sql" label="Remover" />
    </>
  )
}
