import { useInfiniteQuery } from '@tanstack/react-query'
import { UserSearch } from 'lucide-react'
import { errorSentence } from '@/api/errors'
import { useChosen } from '@/features/admin/bulk-bar'
import { BulkUsers, UserFiltersBar, useUserFilters } from '@/features/admin/users/user-bars'
import { UserMenu } from '@/features/admin/users/user-menu'
import { usersQuery, type User } from '@/features/admin/queries'
import { ROLE_NAMES, STATUS_NAMES } from '@/features/admin/text'
import { formatDate } from '@/lib/format'
import { kindOf } from '@/lib/person/person'
import { Avatar } from '@/ui/avatar'
import { Badge } from '@/ui/badge'
import { Button } from '@/ui/button'
import { Checkbox } from '@/ui/checkbox'
import { EmptyState } from '@/ui/empty-state'
import { ErrorState } from '@/ui/error-state'
import { LoadMore } from '@/ui/load-more'
import { Loading, Skeleton } from '@/ui/skeleton'
import { Table, TableBody, TableCell, TableHead, TableHeader, TableRow } from '@/ui/table'

/** All users with an account, and the actions that block or activate them. */
export function Users({ ownId }: { ownId: string }) {
  const { filters, change, clear } = useUserFilters()
  return (
    <div className="flex flex-col gap-4">
      <UserFiltersBar filters={filters} onChange={change} />
      <Results ownId={ownId} filters={filters} onClear={clear} />
    </div>
  )
}

type ResultsProps = { ownId: string; filters: Parameters<typeof usersQuery>[0]; onClear: () => void }

function Results({ ownId, filters, onClear }: ResultsProps) {
  const query = useInfiniteQuery(usersQuery(filters))
  if (query.isPending) {
    return (
      <Loading label="Carregando usuários…">
        <div className="flex flex-col gap-2">
          {Array.from({ length: 8 }, (_, i) => (
            <Skeleton key={i} className="h-14" />
          ))}
        </div>
      </Loading>
    )
  }
  if (query.isError)
    return <ErrorState message={errorSentence(query.error)} onRetry={() => void query.refetch()} />
  const users = query.data.pages.flatMap((page) => page.rows)
  if (users.length === 0) {
    return (
      <EmptyState
        icon={UserSearch}
        title="Nenhum usuário encontrado"
        description="Tente outro nome ou e-mail, ou retire os filtros."
        action={<Button onClick={onClear}>Limpar filtros</Button>}
      />
    )
  }
  return (
    <div className="flex flex-col gap-4">
      <UserTable users={users} ownId={ownId} />
      <LoadMore
        shown={users.length}
        total={query.data.pages[0]?.total ?? 0}
        noun="usuários"
        hasMore={query.hasNextPage}
        loading={query.isFetchingNextPage}
        onLoadMore={() => void query.fetchNextPage()}
      />
    </div>
  )
}

/** The list of users, several of whom can be selected. */
function UserTable({ users, ownId }: { users: readonly User[]; ownId: string }) {
  const choice = useChosen(
    users.map(({ profile }) => ({ id: profile.id, name: profile.name, status: profile.status })),
  )
  const others = users.filter(({ profile_id }) => profile_id !== ownId)
  const isWhole = others.length > 0 && others.every(({ profile_id }) => choice.has(profile_id))
  return (
    <>
      <BulkUsers chosen={choice.chosen} onClear={() => choice.set([])} />
      <Table caption="Usuários">
        <TableHead className="hidden md:table-header-group">
          <TableRow>
            <TableHeader>
              <Checkbox
                checked={isWhole}
                onCheckedChange={() => choice.set(isWhole ? [] : others.map(({ profile_id }) => profile_id))}
                label={
                  <>
                    <span className="sr-only">Selecionar todos: </span>Nome
                  </>
                }
              />
            </TableHeader>
            <TableHeader>Email</TableHeader>
            <TableHeader>Função</TableHeader>
            <TableHeader>Status</TableHeader>
            <TableHeader>Desde</TableHeader>
            <TableHeader>
              <span className="sr-only">Ações</span>
            </TableHeader>
          </TableRow>
        </TableHead>
        <TableBody>
          {users.map((user) => (
            <UserRow
              key={user.profile_id}
              user={user}
              isOwn={user.profile_id === ownId}
              isChosen={choice.has(user.profile_id)}
              onChoose={() => choice.toggle(user.profile_id)}
            />
          ))}
        </TableBody>
      </Table>
    </>
  )
}

type UserRowProps = { user: User; isOwn: boolean; isChosen: boolean; onChoose: () => void }

function UserRow({ user, isOwn, isChosen, onChoose }: UserRowProps) {
  const { profile } = user
  const isBlocked = profile.status === 'blocked'
  return (
    <TableRow className="flex flex-wrap items-center gap-x-2 px-2 py-2 md:table-row">
      <TableCell className="flex min-w-0 flex-1 basis-2/3 items-center gap-3 px-2 py-1 md:table-cell md:px-4 md:py-3">
        <span className="flex min-w-0 items-center gap-3">
          <Checkbox
            disabled={isOwn}
            checked={isChosen}
            onCheckedChange={onChoose}
            label={<span className="sr-only">Selecionar {profile.name}</span>}
          />
          <Avatar
            name={profile.name}
            kind={kindOf(profile)}
            imageUrl={profile.avatar_url}
            seed={profile.avatar_seed}
            size="sm"
          />
          <span className="min-w-0 font-medium break-words">{profile.name}</span>
        </span>
      </TableCell>
      <TableCell className="order-2 basis-full px-2 py-1 break-words text-muted md:order-none md:px-4 md:py-3">
        <Address email={user.email} />
      </TableCell>
      <TableCell className="order-3 px-2 py-1 md:order-none md:px-4 md:py-3">
        <Badge tone="outline">{ROLE_NAMES[profile.role]}</Badge>
      </TableCell>
      <TableCell className="order-3 px-2 py-1 md:order-none md:px-4 md:py-3">
        <Badge tone={isBlocked ? 'danger' : 'success'}>{STATUS_NAMES[profile.status]}</Badge>
      </TableCell>
      <TableCell className="figures order-3 px-2 py-1 text-muted md:order-none md:px-4 md:py-3">
        {formatDate(user.created_at)}
      </TableCell>
      <TableCell className="order-1 px-2 py-1 text-right md:order-none md:px-4 md:py-3">
        <UserMenu user={user} isOwn={isOwn} />
      </TableCell>
    </TableRow>
  )
}

/** An address breaks before its `@`, if at all. */
function Address({ email }: { email: string }) {
  const at = email.lastIndexOf('@')
  return (
    <>
      {email.slice(0, at)}
      <wbr />
      {email.slice(at)}
    </>
  )
}
