import { professionalsWho } from '@/features/landing/directory-link'
import { CardLink, ItemList } from '@/features/landing/picture-card'
import type { Offer } from '@/features/landing/solutions'

/** A service as a card: what it is, what is handed over, who does it. */
export function OfferCard({ offer, level = 2 }: { offer: Offer; level?: 2 | 3 }) {
  const Heading = `h${level}` as const
  return (
    <li className="relative flex flex-col gap-2 rounded border border-line bg-raised p-5 transition-colors duration-150 focus-within:border-control hover:border-control">
      <Heading className="text-lg font-semibold">{offer.title}</Heading>
      <p className="text-sm text-muted">{offer.text}</p>
      <ItemList items={offer.items} />
      <CardLink to={professionalsWho(...offer.skills)}>
        Ver profissionais<span className="sr-only"> de {offer.title}</span>
      </CardLink>
    </li>
  )
}
