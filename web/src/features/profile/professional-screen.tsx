import { useQuery } from '@tanstack/react-query'
import type { ReactNode } from 'react'
import { errorSentence } from '@/api/errors'
import { ProfessionalDetail } from '@/features/profile/professional-detail'
import { professionalQuery } from '@/features/profile/queries'
import { useCountView } from '@/features/profile/use-count-view'
import { isId } from '@/lib/ids'
import { useTitle } from '@/lib/navigation/use-title'
import { paths } from '@/lib/paths'
import { ErrorState } from '@/ui/error-state'
import { NotFound } from '@/ui/not-found'
import { ShareButton } from '@/ui/share-button'
import { Loading, Skeleton } from '@/ui/skeleton'

type ProfessionalScreenProps = {
  professionalId: string
  /** Their track record, and what a reader does with the profile. */
  record: (id: string, name: string) => ReactNode
  /** The reviews about them. */
  reviews: (id: string) => ReactNode
  report: (id: string) => ReactNode
}

/** Loads a professional, shows their public profile, and counts the view. */
export function ProfessionalScreen({ professionalId, record, reviews, report }: ProfessionalScreenProps) {
  const query = useQuery({ ...professionalQuery(professionalId), enabled: isId(professionalId) })
  useTitle(query.data?.name)
  useCountView(query.data?.id)
  if (!isId(professionalId) || query.data === null) {
    return (
      <NotFound title="Perfil não encontrado" backTo={paths.professionals()} backLabel="Ver profissionais" />
    )
  }
  if (query.isError)
    return <ErrorState level={1} message={errorSentence(query.error)} onRetry={() => void query.refetch()} />
  if (query.isPending) {
    return (
      <Loading level={1} label="Carregando perfil…">
        <Skeleton className="mb-8 h-72" />
        <Skeleton className="h-24" />
      </Loading>
    )
  }
  const { id, name } = query.data
  return (
    <ProfessionalDetail
      professional={query.data}
      record={record(id, name)}
      report={
        <>
          <ShareButton title={name} path={paths.professionalProfile(id, name)} />
          {report(id)}
        </>
      }
      reviews={reviews(id)}
    />
  )
}
