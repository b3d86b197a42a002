import { useMutation, useQuery, useQueryClient } from '@tanstack/react-query'
import { ChevronDown, CircleCheck, Clock, Undo2 } from 'lucide-react'
import { useState } from 'react'
import { errorSentence } from '@/api/errors'
import { CHOICES, entriesOf, groupWords, todoKey, type Entry } from '@/features/todo/groups'
import {
  deferTodo,
  resumeTodo,
  TODOS_MAX,
  todosQuery,
  type DeferChoice,
  type Todo,
} from '@/features/todo/queries'
import { lookOf } from '@/features/todo/text'
import { TodoLine, When } from '@/features/todo/todo-line'
import { formatDate, formatNumber } from '@/lib/format'
import { reportOutcome } from '@/lib/timing'
import { toast } from '@/lib/toast'
import { Badge } from '@/ui/badge'
import { Button } from '@/ui/button'
import { Card } from '@/ui/card'
import {
  DropdownMenu,
  DropdownMenuContent,
  DropdownMenuItem,
  DropdownMenuLabel,
  DropdownMenuTrigger,
} from '@/ui/dropdown-menu'
import { ErrorState } from '@/ui/error-state'
import { Loading, SkeletonList } from '@/ui/skeleton'

/** The lines that a phone shows at once; longer lists are grouped by kind. */
const SHOWN = 5

/** The todos of a party, the most urgent first. */
export function TodoList({ partyId }: { partyId: string }) {
  const query = useQuery(todosQuery(partyId))
  const known = query.data?.filter((todo) => lookOf(todo) !== undefined)
  const waiting = known?.filter(({ deferred_until }) => deferred_until === null)
  return (
    <section aria-labelledby="precisa-de-voce" className="flex flex-col gap-3">
      <h2 id="precisa-de-voce" className="flex items-center gap-2.5 text-lg font-semibold">
        Precisa de você
        {known !== undefined && waiting !== undefined && waiting.length > 0 && (
          <Badge tone="warning" className="figures">
            {known.length < TODOS_MAX ? formatNumber(waiting.length) : `${formatNumber(TODOS_MAX - 1)}+`}
          </Badge>
        )}
      </h2>
      {query.isError ? (
        <ErrorState message={errorSentence(query.error)} onRetry={() => void query.refetch()} />
      ) : known === undefined || waiting === undefined ? (
        <Loading label="Carregando o que espera por você…">
          <SkeletonList lines={4} />
        </Loading>
      ) : (
        <>
          {waiting.length === 0 ? <Nothing /> : <Todos todos={waiting} partyId={partyId} />}
          <Aside todos={known.filter(({ deferred_until }) => deferred_until !== null)} partyId={partyId} />
        </>
      )}
    </section>
  )
}

function Nothing() {
  return (
    <Card className="flex items-center gap-3 p-5">
      <CircleCheck className="size-5 shrink-0 text-success" aria-hidden />
      <p className="text-sm">
        <span className="font-medium">Nada espera por você.</span>{' '}
        <span className="text-muted">Quando for a sua vez, aparece aqui, com a data.</span>
      </p>
    </Card>
  )
}

type TodosProps = { todos: readonly Todo[]; partyId: string }

function Todos({ todos, partyId }: TodosProps) {
  const [isWhole, setIsWhole] = useState(false)
  const entries = entriesOf(todos, SHOWN)
  return (
    <Card>
      <ul aria-labelledby="precisa-de-voce" className="flex flex-col divide-y divide-line">
        {(isWhole ? entries : entries.slice(0, SHOWN)).map((entry) => (
          <li key={todoKey(entry[0])}>
            {entry.length === 1 ? (
              <TodoLine todo={entry[0]} action={<DeferMenu todo={entry[0]} partyId={partyId} />} />
            ) : (
              <Group entry={entry} partyId={partyId} />
            )}
          </li>
        ))}
      </ul>
      {entries.length > SHOWN && (
        <div className="border-t border-line p-2">
          <Button variant="ghost" className="w-full" onClick={() => setIsWhole(!isWhole)}>
            {isWhole ? 'Ver menos' : `Ver todas (${formatNumber(todos.length)})`}
          </Button>
        </div>
      )}
    </Card>
  )
}

const summary =
  'flex cursor-pointer list-none flex-wrap items-center justify-between gap-x-6 gap-y-1.5 px-5 py-3.5 transition-colors duration-150 hover:bg-hover [&::-webkit-details-marker]:hidden'

/** Several todos of one kind in one line, with the date of the most urgent. */
function Group({ entry, partyId }: { entry: Entry; partyId: string }) {
  return (
    <details className="group/several">
      <summary className={summary}>
        <span className="flex min-w-0 flex-1 basis-60 items-center gap-2 font-medium">
          <ChevronDown
            className="size-4 shrink-0 text-muted transition-transform group-open/several:rotate-180"
            aria-hidden
          />
          <span className="min-w-0 break-words">{groupWords(entry)}</span>
        </span>
        <When todo={entry[0]} otherwise={lookOf(entry[0])?.otherwise} />
      </summary>
      <ul className="flex flex-col divide-y divide-line border-t border-line pl-4">
        {entry.map((todo) => (
          <li key={todoKey(todo)}>
            <TodoLine todo={todo} action={<DeferMenu todo={todo} partyId={partyId} />} />
          </li>
        ))}
      </ul>
    </details>
  )
}

/** The deferred todos, collapsed at first. */
function Aside({ todos, partyId }: TodosProps) {
  if (todos.length === 0) return null
  return (
    <details className="text-sm">
      <summary className="min-h-6 w-fit cursor-pointer py-1 text-muted hover:text-ink">
        Adiados ({formatNumber(todos.length)})
      </summary>
      <Card className="mt-2">
        <ul aria-label="Adiados" className="flex flex-col divide-y divide-line text-base">
          {todos.map((todo) => (
            <li key={todoKey(todo)}>
              <TodoLine todo={todo} action={<ResumeButton todo={todo} partyId={partyId} />} />
            </li>
          ))}
        </ul>
      </Card>
    </details>
  )
}

type DeferProps = { todo: Todo; partyId: string }

/** Defers a todo until a day; impossible when its deadline is near. */
function DeferMenu({ todo, partyId }: DeferProps) {
  const defer = useMutation(deferTodo(useQueryClient(), partyId))
  if (!todo.may_defer) return null
  function choose(until: DeferChoice) {
    reportOutcome(defer.mutateAsync({ todo, until }), {
      onSuccess: ({ until: back, is_early }) =>
        toast({
          title: `Adiado até ${formatDate(back)}`,
          description: is_early ? 'Volta antes do dia escolhido, na véspera do prazo.' : 'Só na sua lista.',
        }),
      onError: tell,
    })
  }
  return (
    <DropdownMenu>
      <DropdownMenuTrigger asChild>
        <Button
          variant="ghost"
          size="icon"
          className="relative z-10 shrink-0"
          aria-label={`Adiar: ${lookOf(todo)?.say(todo) ?? ''}`}
          loading={defer.isPending}
        >
          <Clock className="size-4" aria-hidden />
        </Button>
      </DropdownMenuTrigger>
      <DropdownMenuContent>
        <DropdownMenuLabel>
          {todo.due_at === null ? 'Adiar, só para você' : 'Adiar; volta na véspera do prazo'}
        </DropdownMenuLabel>
        {CHOICES.map(({ until, label }) => (
          <DropdownMenuItem key={until} onSelect={() => choose(until)}>
            {label}
          </DropdownMenuItem>
        ))}
      </DropdownMenuContent>
    </DropdownMenu>
  )
}

/** Resumes a deferred todo. */
function ResumeButton({ todo, partyId }: DeferProps) {
  const resume = useMutation({ ...resumeTodo(useQueryClient(), partyId), onError: tell })
  return (
    <Button
      variant="ghost"
      size="icon"
      className="relative z-10 shrink-0"
      aria-label={`Trazer de volta: ${lookOf(todo)?.say(todo) ?? ''}`}
      loading={resume.isPending}
      onClick={() => resume.mutate(todo)}
    >
      <Undo2 className="size-4" aria-hidden />
    </Button>
  )
}

function tell(error: unknown) {
  toast({ variant: 'destructive', title: 'Nada mudou', description: errorSentence(error) })
}
