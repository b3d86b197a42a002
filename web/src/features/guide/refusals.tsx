import {
  ANSWER_MEGABYTES_MAX,
  BODY_MEGABYTES_MAX,
  EMBEDS_DEEP_MAX,
  FLIGHTS_MAX,
  MEMBER_SECONDS_MAX,
  RATES,
  ROWS_MAX,
  ROWS_WRITTEN_MAX,
  VISITOR_SECONDS_MAX,
} from '@/api/rates'
import { Example } from '@/features/guide/example'
import type { GuideSection } from '@/features/guide/guide'
import { Facts, Name, Step, Text, rateText } from './prose'
import { formatNumber } from '@/lib/format'

export const REFUSALS: readonly GuideSection[] = [
  { id: 'erros', title: 'Erros', content: <Refusals /> },
  { id: 'limites', title: 'Limites', content: <Limits /> },
]

const STATUSES = [
  ['400', '22P02, PGRST100', 'O pedido não se entende: um valor, um filtro ou uma coluna.', 'Corrija.'],
  ['401', 'PGRST301, PGRST303', 'O token não vale, ou não vale mais.', 'Renove, ou entre de novo.'],
  ['403', '42501', 'A conta não pode.', 'Não insista.'],
  ['404', 'PGRST202, PGRST205', 'Não há essa chamada ou tabela.', 'Corrija.'],
  ['406', 'PGRST116', 'Pediu-se uma linha, e não há exatamente uma.', 'Use maybeSingle().'],
  ['409', '23505', 'Já existe.', 'Leia o que existe.'],
  ['422', 'do produto', 'Uma regra do produto recusa: o código diz qual.', 'Mostre a frase.'],
  ['429', 'over_request_rate_limit', 'Muitos pedidos.', 'Espere o que diz Retry-After.'],
  ['503 504', 'PGRST001, PGRST003', 'O servidor está cheio ou sem banco.', 'Espere e tente de novo.'],
] as const

function Refusals() {
  return (
    <>
      <Text>
        Um erro tem um código, que não muda, e uma frase. As regras do produto falam português e servem para
        mostrar a pessoas; decida pelo código, nunca pela frase.
      </Text>
      <Example name="refusal" label="Aceitar o que não existe" />
      <Facts
        caption="Erros, e o que fazer"
        columns={['Status', 'Códigos', 'O que houve', 'O que fazer']}
        rows={STATUSES.map(([status, codes, what, then]) => ({
          key: status,
          cells: [<Name>{status}</Name>, codes, what, then],
        }))}
      />
      <Text>
        O que não existe e o que não é seu respondem igual. Toda resposta traz um <Name>X-Request-Id</Name>:
        mande-o junto ao pedir ajuda, é por ele que o servidor acha o que houve.
      </Text>
    </>
  )
}

const BOUNDS = [
  ['Linhas numa resposta', formatNumber(ROWS_MAX)],
  ['Linhas inseridas por pedido', formatNumber(ROWS_WRITTEN_MAX)],
  ['Níveis de tabelas juntas', formatNumber(EMBEDS_DEEP_MAX)],
  ['Corpo de um pedido', `${BODY_MEGABYTES_MAX} MiB`],
  ['Corpo de uma resposta', `${ANSWER_MEGABYTES_MAX} MiB`],
  ['Tempo no banco', `${MEMBER_SECONDS_MAX} s; visitantes, ${VISITOR_SECONDS_MAX} s`],
  ['Pedidos de uma pessoa ao mesmo tempo', formatNumber(FLIGHTS_MAX)],
] as const

/** The rows of the limits that a program meets. */
const MET = [
  ['reads', 'Leituras'],
  ['writes', 'Escritas e chamadas'],
  ['writes_messages', 'Mensagens'],
  ['writes_projects', 'Projetos'],
  ['money', 'Dinheiro'],
  ['uploads', 'Envios de arquivos'],
  ['sign_in', 'Tentativas de entrar'],
  ['unknown', 'O que não existe'],
] as const

function Limits() {
  return (
    <>
      <Step title="De cada pedido">
        <Facts
          caption="Limites de cada pedido"
          columns={['O quê', 'No máximo']}
          rows={BOUNDS.map(([what, most]) => ({ key: what, cells: [what, most] }))}
        />
      </Step>
      <Step title="De muitos pedidos">
        <Text>
          Conta-se por pessoa e, para visitantes, por rede. Quem passa recebe 429 e, em{' '}
          <Name>Retry-After</Name>, quantos segundos esperar. São os limites de fábrica: quem opera o servidor
          pode ter outros.
        </Text>
        <Facts
          caption="Limites de muitos pedidos"
          columns={['O quê', 'Por pessoa', 'Por rede de visitantes']}
          rows={MET.map(([name, what]) => ({
            key: name,
            cells: [what, rateText(RATES[name].member), rateText(RATES[name].address)],
          }))}
        />
      </Step>
    </>
  )
}
