import { useQuery } from '@tanstack/react-query'
import { ProfessionalCard } from '@/features/profile/professional-card'
import { recommendedProfessionalsQuery } from '@/features/profile/queries'

/** Professionals who do what is asked for; nothing when nobody does. */
export function RecommendedProfessionals({ skills }: { skills: readonly string[] }) {
  const { data: professionals } = useQuery(recommendedProfessionalsQuery(skills))
  if (professionals === undefined || professionals.length === 0) return null
  return (
    <section aria-labelledby="recommended" className="flex flex-col gap-4">
      <h2 id="recommended" className="text-lg font-semibold">
        Profissionais para os seus projetos
      </h2>
      <ul className="grid gap-4 md:grid-cols-2 xl:grid-cols-3">
        {professionals.map((professional) => (
          <li key={professional.id}>
            <ProfessionalCard professional={professional} />
          </li>
        ))}
      </ul>
    </section>
  )
}
