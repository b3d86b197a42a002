import { EMBEDS_DEEP_MAX, ROWS_MAX, VISITOR_COUNT_MAX, VISITOR_OFFSET_MAX } from '@/api/rates'
import { Example } from '@/features/guide/example'
import type { GuideSection } from '@/features/guide/guide'
import { Facts, Name, Step, Text } from '@/features/guide/prose'
import { formatNumber } from '@/lib/format'

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
