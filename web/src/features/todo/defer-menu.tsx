import { useMutation, useQueryClient } from '@tanstack/react-query'
import { Clock, Undo2 } from 'lucide-react'
import { errorSentence } from '@/api/errors'
import { CHOICES } from '@/features/todo/groups'
import { deferTurn, resumeTurn, type DeferChoice, type Turn } from '@/features/todo/queries'
import { lookOf } from '@/features/todo/text'
import { formatDate } from '@/lib/format'
import { settle } from '@/lib/timing/report-outcome'
import { toast } from '@/lib/toast'
import { Button } from '@/ui/button'
import {
  DropdownMenu,
  DropdownMenuContent,
  DropdownMenuItem,
  DropdownMenuLabel,
  DropdownMenuTrigger,
} from '@/ui/dropdown-menu'

type DeferProps = { turn: Turn; partyId: string }

/** Sets one thing aside until a day; with its deadline near it cannot be. */
export function DeferMenu({ turn, partyId }: DeferProps) {
  const defer = useMutation(deferTurn(useQueryClient(), partyId))
  if (!turn.may_defer) return null
  function choose(until: DeferChoice) {
    settle(defer.mutateAsync({ turn, until }), {
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
          aria-label={`Adiar: ${lookOf(turn)?.say(turn) ?? ''}`}
          loading={defer.isPending}
        >
          <Clock className="size-4" aria-hidden />
        </Button>
      </DropdownMenuTrigger>
      <DropdownMenuContent>
        <DropdownMenuLabel>
          {turn.due_at === null ? 'Adiar, só para você' : 'Adiar; volta na véspera do prazo'}
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

/** Takes up again what was set aside. */
export function ResumeButton({ turn, partyId }: DeferProps) {
  const resume = useMutation({ ...resumeTurn(useQueryClient(), partyId), onError: tell })
  return (
    <Button
      variant="ghost"
      size="icon"
      className="relative z-10 shrink-0"
      aria-label={`Trazer de volta: ${lookOf(turn)?.say(turn) ?? ''}`}
      loading={resume.isPending}
      onClick={() => resume.mutate(turn)}
    >
      <Undo2 className="size-4" aria-hidden />
    </Button>
  )
}

function tell(error: unknown) {
  toast({ variant: 'destructive', title: 'Nada mudou', description: errorSentence(error) })
}
