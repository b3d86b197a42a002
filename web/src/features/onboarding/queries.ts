import { queryOptions, useQuery } from '@tanstack/react-query'
import { request } from '@/api/request/request'
import { keys } from '@/api/keys'
import { BOUNDS } from '@/api/limits'
import { paths } from '@/lib/paths'

/** One thing that makes a profile complete. */
export type Step = { label: string; to: string; isDone: boolean }

type Progress = {
  role: string
  avatar_url: string | null
  title: string
  headline: string
  about: string
  location: string
  skills: string[]
  portfolio_projects: { id: string }[]
  project_owners: { project_id: string }[]
}

/** The completed and the missing steps of a member's profile. */
export function onboardingQuery(profileId: string) {
  return queryOptions({
    queryKey: keys.onboarding.of(profileId),
    queryFn: async ({ signal }) => stepsOf(await fetchProgress(profileId, signal)),
  })
}

function fetchProgress(profileId: string, signal: AbortSignal): Promise<Progress> {
  return request((client) =>
    client
      .from('profiles')
      .select(
        'role, avatar_url, title, headline, about, location, skills, portfolio_projects!profile_id(id), project_owners!company_id(project_id)',
      )
      .eq('id', profileId)
      .limit(1, { referencedTable: 'portfolio_projects' })
      .limit(1, { referencedTable: 'project_owners' })
      .abortSignal(signal)
      .single(),
  )
}

export function stepsOf(progress: Progress): Step[] {
  const edit = paths.editProfile()
  const common = [
    { label: 'Adicione uma foto ou logotipo', to: edit, isDone: progress.avatar_url !== null },
    {
      label: 'Escreva um título e um resumo',
      to: edit,
      isDone: progress.title !== '' && progress.headline !== '',
    },
    { label: 'Diga onde você atua', to: edit, isDone: progress.location !== '' },
    { label: 'Conte a sua história em Sobre', to: edit, isDone: progress.about !== '' },
  ]
  if (progress.role === 'company') {
    return [
      ...common,
      {
        label: 'Publique o primeiro projeto',
        to: paths.publishProject(),
        isDone: progress.project_owners.length > 0,
      },
    ]
  }
  return [
    ...common,
    {
      label: `Escolha até ${BOUNDS.profiles.skills} habilidades`,
      to: edit,
      isDone: progress.skills.length > 0,
    },
    {
      label: 'Mostre um trabalho no portfólio',
      to: paths.addPortfolioProject(),
      isDone: progress.portfolio_projects.length > 0,
    },
  ]
}

/** Whether the first load of a party's onboarding steps has neither succeeded nor failed yet. */
export function useIsOnboardingLoading(partyId: string): boolean {
  return useQuery(onboardingQuery(partyId)).isLoading
}
