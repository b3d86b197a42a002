import { useMutation, useQueryClient } from '@tanstack/react-query'
import { useNavigate } from 'react-router'
import { errorSentence } from '@/api/errors'
import { useMember } from '@/api/session/session'
import { PortfolioForm } from '@/features/portfolio/portfolio-form'
import { addPortfolioProject } from '@/features/portfolio/queries'
import { EMPTY_PORTFOLIO_PROJECT, type PortfolioValues } from '@/features/portfolio/schema'
import { paths } from '@/lib/paths'
import { useTitle } from '@/lib/navigation/use-title'
import { PageHeader } from '@/ui/page-header'
import { toast } from '@/lib/toast'

export function AddPortfolioProjectPage() {
  useTitle('Adicionar ao portfólio')
  const { profile, party } = useMember()
  const navigate = useNavigate()
  const add = useMutation(addPortfolioProject(useQueryClient(), party.id))

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
    <>
      <PageHeader title="Adicionar Projeto ao Portfólio" />
      <PortfolioForm
        partyId={party.id}
        initial={EMPTY_PORTFOLIO_PROJECT}
        draft={`portfolio-novo:${party.id}:${profile.id}`}
        submitLabel="Adicionar Projeto"
        onSubmit={submit}
        onSaved={leave}
      />
    </>
  )
}
