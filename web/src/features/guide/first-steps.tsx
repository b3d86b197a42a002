import { EMBEDS_DEEP_MAX, ROWS_MAX, VISITOR_COUNT_MAX, VISITOR_OFFSET_MAX } from '@/api/rates'
import { Example } from '@/features/guide/example'
import type { GuideSection } from '@/features/guide/guide'
import { Caution, Facts, Name, Step, Text } from '@/features/guide/prose'
import { formatNumber } from '@/lib/format'

/** From nothing to an answer, and from a visitor to somebody. */
export const CONNECTING: readonly GuideSection[] = [
  { id: 'conectar', title: 'Conectar', content: <Connect /> },
  { id: 'entrar', title: 'Entrar', content: <SignIn /> },
]

function Connect() {
  return (
    <>
      <Text>
        O servidor fala o protocolo do <Name>@supabase/supabase-js</Name>: com essa biblioteca, um endereço e
        uma chave bastam. Sem ela, é HTTP e JSON, como nos exemplos com curl, que usam também o jq.
      </Text>
      <Example name="connect" label="Conectar" />
      <Facts
        caption="O que responde em cada caminho"
        columns={['Caminho', 'O que é']}
        rows={[
          {
            key: 'rest',
            cells: [<Name>/rest/v1</Name>, 'Tabelas, como recursos com filtros, e chamadas (rpc).'],
          },
          { key: 'auth', cells: [<Name>/auth/v1</Name>, 'Cadastro, entrada e sessões.'] },
          { key: 'storage', cells: [<Name>/storage/v1</Name>, 'Arquivos e fotos.'] },
          {
            key: 'realtime',
            cells: [<Name>/realtime/v1</Name>, 'Mudanças e mensagens na hora, por WebSocket.'],
          },
        ]}
      />
      <Step title="As duas chaves">
        <Text>
          A chave pública, a do exemplo, diz apenas que o pedido é de um visitante: pode estar em qualquer
          programa. O que ela não abre, abre a sessão de quem entra. A chave de serviço (
          <Name>service_role</Name>) é de quem opera este servidor, que a lê com <Name>automacao keys</Name>.
        </Text>
        <Caution>
          A chave de serviço passa por cima das regras de acesso. Ela nunca vai para um navegador, um
          aplicativo ou um repositório.
        </Caution>
      </Step>
      <Step title="A primeira leitura">
        <Text>Os projetos abertos, que qualquer visitante lê:</Text>
        <Example name="first" label="Dois projetos abertos" />
      </Step>
    </>
  )
}

function SignIn() {
  return (
    <>
      <Text>
        Um programa age por uma pessoa, com a conta dela: vê o que ela vê e faz o que ela pode, conforme o
        papel que ela tem na empresa.
      </Text>
      <Example name="sign-in" label="Entrar com e-mail e senha" />
      <Text>
        O token de acesso vale 15 minutos; a biblioteca o renova sozinha, e com curl se pede outro em{' '}
        <Name>token?grant_type=refresh_token</Name>. Uma sessão encerrada deixa de valer na hora. Quem protege
        a conta com um segundo fator o prova (<Name>auth.mfa</Name>) antes que a sessão abra qualquer coisa.
      </Text>
    </>
  )
}

export const READING: readonly GuideSection[] = [{ id: 'ler', title: 'Ler', content: <Read /> }]

const FILTERS = [
  ['eq, neq', '.eq(), .neq()', 'igual, diferente'],
  ['gt, gte, lt, lte', '.gt(), .gte(), .lt(), .lte()', 'maior, menor'],
  ['in', '.in()', 'um destes'],
  ['is', '.is()', 'nulo, verdadeiro, falso'],
  ['like, ilike', '.like(), .ilike()', 'texto com *, que o ilike compara sem maiúsculas'],
  [
    'cs, cd, ov',
    '.contains(), .containedBy(), .overlaps()',
    'listas: contém, está contida, tem algo em comum',
  ],
  ['fts, plfts, wfts', '.textSearch()', 'busca por palavras'],
  ['not, or, and', '.not(), .or()', 'negar e combinar'],
] as const

function Read() {
  return (
    <>
      <Text>
        Cada tabela é um recurso. Escolhem-se as colunas com <Name>select</Name> e as linhas com filtros; o
        que a conta não pode ver não aparece, como se não existisse.
      </Text>
      <Step title="Filtrar e buscar">
        <Example name="filters" label="Projetos de três estados" />
        <Facts
          caption="Filtros"
          columns={['No endereço', 'Na biblioteca', 'Significado']}
          rows={FILTERS.map(([address, library, meaning]) => ({
            key: address,
            cells: [<Name>{address}</Name>, <Name>{library}</Name>, meaning],
          }))}
        />
      </Step>
      <Step title="Juntar tabelas">
        <Text>
          O que tem relação vem na mesma resposta, até {EMBEDS_DEEP_MAX} níveis. Com <Name>!inner</Name> vêm
          só as linhas que têm o outro lado.
        </Text>
        <Example name="embed" label="Um profissional com o seu portfólio" />
      </Step>
      <Step title="Ordenar, paginar e contar">
        <Text>
          Uma resposta tem no máximo {formatNumber(ROWS_MAX)} linhas. Visitantes pulam no máximo{' '}
          {formatNumber(VISITOR_OFFSET_MAX)} e contam até {formatNumber(VISITOR_COUNT_MAX)}: para ir além,
          siga da última linha que leu, com <Name>lt</Name> na coluna que ordena.
        </Text>
        <Example name="page" label="Os dez mais novos, e quantos são" />
      </Step>
    </>
  )
}
