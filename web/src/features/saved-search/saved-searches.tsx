import { useMutation, useQuery, useQueryClient } from '@tanstack/react-query'
import { BellPlus, Trash2 } from 'lucide-react'
import { Link } from 'react-router'
import { errorSentence } from '@/api/errors'
import { addressOf } from '@/features/saved-search/filters'
import { CHANGES, changing, savedSearchesQuery, type SavedSearch } from '@/features/saved-search/queries'
import { FREQUENCIES, frequencyOf, lastSentText } from '@/features/saved-search/text'
import { paths } from '@/lib/paths'
import { reportOutcome } from '@/lib/timing'
import { toast } from '@/lib/toast'
import { Button } from '@/ui/button'
import { Card } from '@/ui/card'
import { EmptyState } from '@/ui/empty-state'
import { ErrorState } from '@/ui/error-state'
import { Select } from '@/ui/select'
import { Loading, Skeleton } from '@/ui/skeleton'
import { Tag } from '@/ui/tag'

/** A person's saved searches: open, change how often they are told, delete. */
export function SavedSearches({ personId }: { personId: string }) {
  const query = useQuery(savedSearchesQuery(personId))
  if (query.isError && query.data === undefined)
    return <ErrorState message={errorSentence(query.error)} onRetry={() => void query.refetch()} />
  if (query.data === undefined) {
    return (
      <Loading label="Carregando buscas…">
        <Skeleton className="mb-3 h-32" />
        <Skeleton className="h-32" />
      </Loading>
    )
  }
  if (query.data.length === 0) return <Nothing />
  return (
    <ul className="grid gap-3 xl:grid-cols-2">
      {query.data.map((saved) => (
        <li key={saved.id}>
          <Item saved={saved} />
        </li>
      ))}
    </ul>
  )
}

function Item({ saved }: { saved: SavedSearch }) {
  const pace = useMutation(changing(useQueryClient(), CHANGES.pace))
  const remove = useRemove()
  return (
    <Card className="flex h-full flex-col gap-4 p-5">
      <div className="flex items-start gap-3">
        <div className="flex min-w-0 flex-1 flex-col gap-1.5">
          <p>
            <Tag>{saved.kind === 'projects' ? 'Projetos' : 'Profissionais'}</Tag>
          </p>
          <h2 className="text-base font-semibold break-words">
            <Link to={addressOf(saved)}>{saved.name}</Link>
          </h2>
          <p className="text-sm text-muted">{lastSentText(saved)}</p>
        </div>
        <Button
          variant="ghost"
          size="icon-sm"
          aria-label={`Excluir busca: ${saved.name}`}
          loading={remove.isPending}
          onClick={() => remove.run(saved)}
        >
          <Trash2 className="size-4" aria-hidden />
        </Button>
      </div>
      <div className="mt-auto">
        <Select
          aria-label={`Quando avisar: ${saved.name}`}
          options={FREQUENCIES}
          value={pace.isPending ? pace.variables.frequency : saved.frequency}
          onChange={({ target }) => {
            const frequency = frequencyOf(target.value)
            if (frequency === undefined) return
            pace.mutate({ id: saved.id, frequency }, { onError: fail('Não foi possível alterar') })
          }}
        />
      </div>
    </Card>
  )
}

function fail(title: string) {
  return (error: unknown) => toast({ variant: 'destructive', title, description: errorSentence(error) })
}

/** Deletes a search, and offers to save it again. */
function useRemove() {
  const queryClient = useQueryClient()
  const remove = useMutation(changing(queryClient, CHANGES.remove))
  const save = useMutation(changing(queryClient, CHANGES.save))

  function run({ id, kind, name, query, frequency }: SavedSearch) {
    reportOutcome(remove.mutateAsync(id), {
      onError: fail('Não foi possível excluir'),
      onSuccess: () =>
        toast({
          title: 'Busca excluída',
          action: {
            label: 'Desfazer',
            altText: 'Salve a busca de novo na lista de projetos ou de profissionais',
            onClick: () =>
              reportOutcome(save.mutateAsync({ kind, name, query, frequency }), {
                onSuccess: () => undefined,
                onError: fail('Não foi possível desfazer'),
              }),
          },
        }),
    })
  }
  return { run, isPending: remove.isPending }
}

function Nothing() {
  return (
    <EmptyState
      icon={BellPlus}
      title="Nenhuma busca salva"
      description="Filtre uma lista e salve a busca: você recebe um aviso quando chegar algo que combine."
      action={
        <>
          <Button asChild>
            <Link to={paths.projects()}>Explorar Projetos</Link>
          </Button>
          <Button asChild>
            <Link to={paths.professionals()}>Encontrar Profissionais</Link>
          </Button>
        </>
      }
    />
  )
}
