import { useMutation, useQueryClient } from '@tanstack/react-query'
import { useNavigate } from 'react-router'
import { errorSentence } from '@/api/errors'
import { PortfolioForm } from '@/features/portfolio/portfolio-form'
import { addPortfolioProject } from '@/features/portfolio/queries'
import { EMPTY_PORTFOLIO_PROJECT, type PortfolioValues } from '@/features/portfolio/schema'
import { paths } from '@/lib/paths'
import { toast } from '@/lib/toast'

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
