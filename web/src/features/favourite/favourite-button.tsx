import { useMutation, useQuery, useQueryClient } from '@tanstack/react-query'
import { Bookmark } from 'lucide-react'
import { useState } from 'react'
import { Link, useLocation } from 'react-router'
import { errorSentence } from '@/api/errors'
import { BOUNDS } from '@/api/limits'
import { useSession } from '@/api/session/session'
import { CHANGES, changing, favouriteQuery, type Favourite, type Subject } from '@/features/favourite/queries'
import { classNames } from '@/lib/class-names'
import { loginLink } from '@/lib/navigation/login-redirect'
import { reportOutcome } from '@/lib/timing'
import { toast } from '@/lib/toast'
import { Button } from '@/ui/button'
import { Field } from '@/ui/field'
import { Textarea } from '@/ui/input'

/**
 * Keeps a project or a professional, with a note; visitors are asked to sign in first. Nobody keeps
 * their own profile.
 */
export default function FavouriteButton({ subject }: { subject: Subject }) {
  const state = useSession()
  const { pathname } = useLocation()
  if (state.status === 'signed-out') {
    return (
      <Button asChild variant="ghost" size="sm" className="text-muted">
        <Link {...loginLink({ from: pathname })}>
          <Bookmark className="size-4" aria-hidden />
          Favoritar
        </Link>
      </Button>
    )
  }
  if (state.status !== 'signed-in' || state.party === null || state.party.role === 'admin') return null
  if ('professional_id' in subject && state.parties.some(({ party }) => party.id === subject.professional_id))
    return null
  return <Toggle personId={state.profile.id} subject={subject} />
}

function Toggle({ personId, subject }: { personId: string; subject: Subject }) {
  const { data: favourite, isPending } = useQuery(favouriteQuery(personId, subject))
  const keep = useMutation(changing(useQueryClient(), CHANGES.keep))
  const remove = useRemove()
  const isKept = favourite !== undefined && favourite !== null

  function toggle() {
    if (isKept) {
      remove.run({ ...favourite, subject })
      return
    }
    keep.mutate(subject, {
      onError: (error) =>
        toast({
          variant: 'destructive',
          title: 'Não foi possível favoritar',
          description: errorSentence(error),
        }),
    })
  }

  return (
    <>
      <Button
        variant="ghost"
        size="sm"
        className="text-muted"
        aria-pressed={isKept}
        disabled={isPending}
        loading={keep.isPending || remove.isPending}
        onClick={toggle}
      >
        <Bookmark className={classNames('size-4', isKept && 'fill-ink text-ink')} aria-hidden />
        {isKept ? 'Nos seus favoritos' : 'Favoritar'}
      </Button>
      {isKept && <FavouriteNote key={favourite.id} favourite={favourite} />}
    </>
  )
}

/** The note of a favourite: as text, until the person edits it. */
export function FavouriteNote({ favourite, about }: { favourite: Favourite; about?: string }) {
  const [typed, setTyped] = useState<string>()
  const note = useMutation(changing(useQueryClient(), CHANGES.note))
  const subject = about !== undefined && <span className="sr-only"> sobre {about}</span>
  if (typed === undefined) {
    return (
      <div className="flex flex-col items-start gap-1">
        {favourite.note !== '' && (
          <p className="max-w-measure text-sm break-words whitespace-pre-line">{favourite.note}</p>
        )}
        <Button
          variant="ghost"
          size="sm"
          className="-ml-3 text-muted"
          onClick={() => setTyped(favourite.note)}
        >
          <span>
            {favourite.note === '' ? 'Anotar' : 'Editar anotação'}
            {subject}
          </span>
        </Button>
      </div>
    )
  }
  const save = { id: favourite.id, note: typed.trim() }
  return (
    <form
      className="flex w-full flex-col gap-2"
      onSubmit={(event) => {
        event.preventDefault()
        note.mutate(save, {
          onSuccess: () => setTyped(undefined),
          onError: (error) =>
            toast({ variant: 'destructive', title: 'Anotação não salva', description: errorSentence(error) }),
        })
      }}
    >
      <Field name={`anotacao-${favourite.id}`} label={<>Anotação{subject}</>} hint="Só você vê." optional>
        <Textarea
          rows={2}
          maxLength={BOUNDS.favourites.note}
          value={typed}
          onChange={({ target }) => setTyped(target.value)}
        />
      </Field>
      <div className="flex gap-2">
        <Button type="submit" size="sm" loading={note.isPending}>
          Salvar anotação
        </Button>
        <Button variant="ghost" size="sm" onClick={() => setTyped(undefined)}>
          Cancelar
        </Button>
      </div>
    </form>
  )
}

/** Removes a favourite, and offers to keep it again with its note. */
export function useRemove() {
  const queryClient = useQueryClient()
  const remove = useMutation(changing(queryClient, CHANGES.remove))
  const keep = useMutation(changing(queryClient, CHANGES.keep))
  const fail = (title: string) => (error: unknown) =>
    toast({ variant: 'destructive', title, description: errorSentence(error) })

  function run({ id, note, subject }: Favourite & { subject: Subject | undefined }) {
    reportOutcome(remove.mutateAsync(id), {
      onError: fail('Não foi possível remover'),
      onSuccess: () =>
        toast({
          title: 'Removido dos favoritos',
          ...(subject && {
            action: {
              label: 'Desfazer',
              altText: 'Favorite de novo na página do projeto ou do profissional',
              onClick: () =>
                reportOutcome(keep.mutateAsync({ ...subject, note }), {
                  onSuccess: () => undefined,
                  onError: fail('Não foi possível favoritar'),
                }),
            },
          }),
        }),
    })
  }
  return { run, isPending: remove.isPending }
}
