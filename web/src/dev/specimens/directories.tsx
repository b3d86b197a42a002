import { useQuery } from '@tanstack/react-query'
import { UserSearch } from 'lucide-react'
import { LONG_NAME, type Specimen, type State } from '@/dev/specimen'
import { useDirectoryFilters } from '@/lib/navigation/use-directory-filters'
import { Card, CardBody } from '@/ui/card'
import { Directory } from '@/ui/directory'
import { DirectoryRows } from '@/ui/directory-rows'
import { Skeleton } from '@/ui/skeleton'

const WORDS = {
  search: 'Buscar integradores',
  placeholder: 'Buscar por nome',
  loading: 'Carregando integradores…',
  list: 'Integradores',
  empty: 'Nenhum integrador encontrado',
}
const ORDERS = [
  { value: '', label: 'Atualizados recentemente' },
  { value: 'nome', label: 'Por nome' },
]

type Row = { id: string; name: string }
type Page = { rows: readonly Row[]; previous: string | undefined; next: string | undefined }
type Answer = readonly Row[] | 'waits' | 'fails'

function Found({ name, answer }: { name: string; answer: Answer }) {
  const asked = useDirectoryFilters()
  const query = useQuery({
    // eslint-disable-next-line no-restricted-syntax -- Nothing of the product reads a specimen's.
    queryKey: ['specimen', 'directory', name],
    queryFn: (): Promise<Page> => Promise.reject(new Error(name)),
    enabled: answer === 'fails',
    retry: false,
    initialData: () =>
      typeof answer === 'string' ? undefined : { rows: answer, previous: undefined, next: 'apos=2' },
  })
  return (
    <Directory
      words={WORDS}
      asked={asked}
      filters={[]}
      orders={ORDERS}
      query={query}
      found={query.data && `${query.data.rows.length} integradores`}
      errorSentence={() => 'O servidor não respondeu.'}
      icon={UserSearch}
      columns="sm:grid-cols-2"
      waiting={2}
      skeleton={<Skeleton className="h-16" />}
    >
      {(row) => (
        <Card>
          <CardBody>{row.name}</CardBody>
        </Card>
      )}
    </Directory>
  )
}

function state(name: string, answer: Answer): State {
  return { name, isWide: true, show: <Found name={name} answer={answer} /> }
}

export const DIRECTORIES: readonly Specimen[] = [
  {
    id: 'directory-rows',
    of: 'ui/directory-rows',
    states: [
      {
        name: 'um de três oculto',
        isWide: true,
        show: (
          <DirectoryRows
            name="Integradores"
            rows={[
              { id: '1', name: 'Marina Alves Teixeira' },
              { id: '2', name: 'Oculto' },
              { id: '3', name: LONG_NAME },
            ]}
            grid="grid gap-4 sm:grid-cols-2"
            leftOut={new Set(['2'])}
          >
            {({ name }) => (
              <Card>
                <CardBody>{name}</CardBody>
              </Card>
            )}
          </DirectoryRows>
        ),
      },
    ],
  },
  {
    id: 'directory',
    of: 'ui/directory',
    states: [
      state('carregando', 'waits'),
      state('falhou', 'fails'),
      state('nada encontrado', []),
      state('encontrados, um com nome longo', [
        { id: '1', name: 'Marina Alves Teixeira' },
        { id: '2', name: LONG_NAME },
      ]),
    ],
  },
]
