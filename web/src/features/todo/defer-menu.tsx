import { useMutation, useQueryClient } from '@tanstack/react-query'
import { Clock, Undo2 } from 'lucide-react'
import { errorSentence } from '@/api/errors'
import { CHOICES } from '@/features/todo/groups'
import { deferTodo, resumeTodo, type DeferChoice, type Todo } from '@/features/todo/queries'
import { lookOf } from '@/features/todo/text'
import { formatDate } from '@/lib/format'
import { reportOutcome } from '@/lib/timing/report-outcome'
import { toast } from '@/lib/toast'
import { Button } from '@/ui/button'
import {
  DropdownMenu,
  DropdownMenuContent,
  DropdownMenuItem,
  DropdownMenuLabel,
  DropdownMenuTrigger,
} from '@/ui/dropdown-menu'

type DeferProps = { todo: Todo; partyId: string }

/** Defers a todo until a day; impossible when its deadline is near. */
export function DeferMenu({ todo, partyId }: DeferProps) {
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
export function ResumeButton({ todo, partyId }: DeferProps) {
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
