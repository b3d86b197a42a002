import { useQuery } from '@tanstack/react-query'
import { HowWeOrder } from '@/features/match/how-we-order'
import { AllMatchFacts, MatchScore } from '@/features/match/match-summary'
import { matchQuery } from '@/features/match/queries'
import { Card } from '@/ui/card'

/** How an open project matches the professional who reads it; nothing while unknown. */
export function ProjectMatch({ projectId, partyId }: { projectId: string; partyId: string }) {
  const { data: match } = useQuery(matchQuery(projectId, partyId))
  if (!match) return null
  return (
    <section aria-labelledby="match">
      <Card className="flex flex-col gap-3 p-5">
        <div className="flex items-start justify-between gap-3">
          <div>
            <h2 id="match" className="text-lg font-semibold">
              Combinação com o seu perfil
            </h2>
            <p className="text-sm text-muted">A empresa vê o mesmo número.</p>
          </div>
          <MatchScore score={match.score} />
        </div>
        <AllMatchFacts match={match} />
        <HowWeOrder />
      </Card>
    </section>
  )
}
