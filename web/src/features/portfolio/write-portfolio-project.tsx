import { useMutation, useQuery, useQueryClient } from '@tanstack/react-query'
import { useNavigate } from 'react-router'
import { errorSentence } from '@/api/errors'
import { PortfolioForm } from './portfolio-form'
import { editPortfolioProject, portfolioProjectQuery, addPortfolioProject } from './queries'
import { fromRow, type PortfolioValues, type PortfolioProject, EMPTY_PORTFOLIO_PROJECT } from './schema'
import { isId } from '@/lib/ids'
import { paths } from '@/lib/paths'
import { ErrorState } from '@/ui/error-state'
import { NotFound } from '@/ui/not-found'
import { PageHeader } from '@/ui/page-header'
import { Loading, Skeleton } from '@/ui/skeleton'
import { toast } from '@/lib/toast'

type EditPortfolioProjectProps = { itemId: string; partyId: string; personId: string }

/** Loads a project of a party's portfolio and shows the form that edits it. */
export function EditPortfolioProject({ itemId, partyId, personId }: EditPortfolioProjectProps) {
  const query = useQuery({ ...portfolioProjectQuery(partyId, itemId), enabled: isId(itemId) })
  if (!isId(itemId) || query.data === null)
    return <NotFound title="Projeto não encontrado" backTo={paths.portfolio()} backLabel="Meu portfólio" />
  if (query.isPending) {
    return (
      <Loading level={1} label="Carregando projeto do portfólio…">
        <Skeleton className="h-96 max-w-3xl" />
      </Loading>
    )
  }
  if (query.isError)
    return <ErrorState level={1} message={errorSentence(query.error)} onRetry={() => void query.refetch()} />
  return (
    <Edit
      key={query.data.id}
      project={query.data}
      partyId={partyId}
      draft={`portfolio-${query.data.id}:${partyId}:${personId}`}
    />
  )
}

type EditProps = { project: PortfolioProject; partyId: string; draft: string }

function Edit({ project, partyId, draft }: EditProps) {
  const navigate = useNavigate()
  const edit = useMutation(editPortfolioProject(useQueryClient(), project))

  async function submit(values: PortfolioValues) {
    try {
      await edit.mutateAsync(values)
    } catch (error) {
      toast({ variant: 'destructive', title: 'Alterações não salvas', description: errorSentence(error) })
      return false
    }
    return true
  }

  function leave() {
    toast({ title: 'Projeto atualizado', description: 'As alterações já aparecem no seu perfil público.' })
    void navigate(paths.portfolio())
  }

  return (
    <>
      <PageHeader title="Editar Projeto do Portfólio" />
      <PortfolioForm
        partyId={partyId}
        initial={fromRow(project)}
        draft={draft}
        submitLabel="Salvar alterações"
        onSubmit={submit}
        onSaved={leave}
      />
    </>
  )
}

type AddPortfolioProjectProps = { partyId: string; personId: string }

/** The form that adds a project to a party's portfolio. */
export function AddPortfolioProject({ partyId, personId }: AddPortfolioProjectProps) {
  const navigate = useNavigate()
  const add = useMutation(addPortfolioProject(useQueryClient(), partyId))

  async function submit(values: PortfolioValues) {
    try {
      await add.mutateAsync(values)
    } catch (error) {
      toast({ variant: 'destructive', title: 'Projeto não adicionado', description: errorSentence(error) })
      return false
    }
    return true
  }

  function leave() {
    toast({ title: 'Projeto Adicionado!', description: 'Ele já aparece no seu perfil público.' })
    void navigate(paths.portfolio())
  }

  return (
    <PortfolioForm
      partyId={partyId}
      initial={EMPTY_PORTFOLIO_PROJECT}
      draft={`portfolio-novo:${partyId}:${personId}`}
      submitLabel="Adicionar Projeto"
      onSubmit={submit}
      onSaved={leave}
    />
  )
}
