import { useMutation, useQueryClient } from '@tanstack/react-query'
import { BellPlus } from 'lucide-react'
import { useState } from 'react'
import { Link, useLocation, useNavigate } from 'react-router'
import { errorSentence, toApiError } from '@/api/errors'
import { useSession } from '@/api/session/session'
import { savedQuery } from '@/features/saved-search/filters'
import {
  CHANGES,
  changing,
  NAME_MAX,
  type Frequency,
  type SavedSearch,
} from '@/features/saved-search/queries'
import { FREQUENCIES, FREQUENCY_HINTS, frequencyOf } from '@/features/saved-search/text'
import type { DirectoryFilters } from '@/lib/navigation/use-directory-filters'
import { loginLink } from '@/lib/navigation/login-redirect'
import { paths } from '@/lib/paths'
import { toast } from '@/lib/toast'
import { Button } from '@/ui/button'
import { Dialog, DialogActions, DialogClose, DialogContent, DialogTrigger } from '@/ui/dialog'
import { Field, FieldError } from '@/ui/field'
import { Input } from '@/ui/input'
import { Select } from '@/ui/select'

type SaveSearchProps = { kind: SavedSearch['kind']; filters: DirectoryFilters }

const CHOICES = FREQUENCIES.filter(({ value }) => value !== 'never')

/** Saves the filters of a directory as a search with alerts; visitors are asked to sign in first. */
export default function SaveSearch({ kind, filters }: SaveSearchProps) {
  const state = useSession()
  const { pathname, search } = useLocation()
  const [isOpen, setIsOpen] = useState(false)
  if (state.status === 'signed-out') {
    return (
      <Button asChild size="sm">
        <Link {...loginLink({ from: pathname + search })}>
          <BellPlus className="size-4" aria-hidden />
          Salvar busca
        </Link>
      </Button>
    )
  }
  if (state.status !== 'signed-in' || state.party === null || state.party.role === 'admin') return null
  return (
    <Dialog open={isOpen} onOpenChange={setIsOpen}>
      <DialogTrigger asChild>
        <Button size="sm">
          <BellPlus className="size-4" aria-hidden />
          Salvar busca
        </Button>
      </DialogTrigger>
      <DialogContent
        title="Salvar busca"
        description={
          kind === 'projects'
            ? 'Avisamos quando for publicado um projeto com estes filtros.'
            : 'Avisamos quando chegar um profissional com estes filtros.'
        }
      >
        <SaveForm kind={kind} filters={filters} onSaved={() => setIsOpen(false)} />
      </DialogContent>
    </Dialog>
  )
}

function SaveForm({ kind, filters, onSaved }: SaveSearchProps & { onSaved: () => void }) {
  const [name, setName] = useState('')
  const [frequency, setFrequency] = useState<Frequency>('daily')
  const save = useMutation(changing(useQueryClient(), CHANGES.save))
  const navigate = useNavigate()

  function submit() {
    const saved = { kind, frequency, query: savedQuery(kind, filters), name: name.trim() }
    save.mutate(saved, {
      onSuccess: () => {
        onSaved()
        toast({
          title: 'Busca salva',
          action: {
            label: 'Ver buscas',
            altText: 'Abra Buscas salvas no menu do painel',
            onClick: () => void navigate(paths.savedSearches()),
          },
        })
      },
    })
  }

  return (
    <form
      onSubmit={(event) => {
        event.preventDefault()
        submit()
      }}
    >
      <div className="flex flex-col gap-5">
        <Field name="nome-da-busca" label="Nome" hint="Se ficar em branco, o nome são os filtros." optional>
          <Input maxLength={NAME_MAX} value={name} onChange={({ target }) => setName(target.value)} />
        </Field>
        <Field name="frequencia" label="Quando avisar" hint={FREQUENCY_HINTS[frequency]}>
          <Select
            options={CHOICES}
            value={frequency}
            onChange={({ target }) => setFrequency(frequencyOf(target.value) ?? 'daily')}
          />
        </Field>
        {save.isError && <FieldError>{whyNot(save.error)}</FieldError>}
      </div>
      <DialogActions>
        <DialogClose asChild>
          <Button variant="ghost">Cancelar</Button>
        </DialogClose>
        <Button type="submit" variant="primary" loading={save.isPending}>
          Salvar
        </Button>
      </DialogActions>
    </form>
  )
}

function whyNot(error: unknown): string {
  return toApiError(error).code === 'already_exists' ? 'Você já salvou esta busca.' : errorSentence(error)
}
