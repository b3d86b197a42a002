import { useInfiniteQuery } from '@tanstack/react-query'
import { REGISTRATION_DAYS } from '@/api/limits'
import { unfinishedQuery, type Unfinished } from '@/features/admin/queries'
import { ROLE_NAMES } from '@/features/admin/text'
import { formatDate } from '@/lib/format'
import { Badge } from '@/ui/badge'
import { LoadMore } from '@/ui/load-more'

/** Accounts without a document and an acceptance of the terms, which can use nothing yet. */
export function UnfinishedRegistrations() {
  const query = useInfiniteQuery(unfinishedQuery())
  const all = query.data?.pages.flatMap((page) => page.rows) ?? []
  if (all.length === 0) return null
  return (
    <section aria-labelledby="incompletos" className="flex flex-col gap-3 pt-4">
      <h2 id="incompletos" className="text-lg font-semibold">
        Cadastros incompletos
      </h2>
      <p className="text-sm text-muted">
        Faltam documento e aceite dos termos. Depois de {REGISTRATION_DAYS} dias, a conta é removida.
      </p>
      <ul className="divide-y divide-line rounded border border-line">
        {all.map((one) => (
          <Line key={one.user_id} registration={one} />
        ))}
      </ul>
      <LoadMore
        shown={all.length}
        total={query.data?.pages[0]?.total ?? 0}
        noun="cadastros"
        hasMore={query.hasNextPage}
        loading={query.isFetchingNextPage}
        onLoadMore={() => void query.fetchNextPage()}
      />
    </section>
  )
}

function Line({ registration: { name, email, role, created_at } }: { registration: Unfinished }) {
  return (
    <li className="flex flex-wrap items-center gap-x-3 gap-y-1 px-4 py-3">
      <span className="min-w-0 font-medium break-words">{name === '' ? 'Sem nome' : name}</span>
      <span className="min-w-0 text-muted break-all">{email}</span>
      <span className="flex flex-wrap items-center gap-2 sm:ml-auto">
        {role !== null && <Badge tone="outline">{ROLE_NAMES[role]}</Badge>}
        <Badge tone="warning">Cadastro incompleto</Badge>
        <span className="figures text-sm text-muted">{formatDate(created_at)}</span>
      </span>
    </li>
  )
}
