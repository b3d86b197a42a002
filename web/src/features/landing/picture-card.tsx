import { ArrowRight } from 'lucide-react'
import type { ReactNode } from 'react'
import { Link } from 'react-router'
import { paths } from '@/lib/paths'

type PictureCardProps = {
  picture: ReactNode
  title: string
  to: string
  action: ReactNode
  /** What is handed over, as a list under the text. */
  items?: readonly string[]
  /** The heading's level, so that the page's headings stay in order. */
  level?: 2 | 3
  children: ReactNode
}

/** A card that leads somewhere: its whole surface is the link. */
export function PictureCard({
  picture,
  title,
  to,
  action,
  items = [],
  level = 3,
  children,
}: PictureCardProps) {
  const Heading = `h${level}` as const
  return (
    <li className="relative flex flex-col rounded border border-line bg-raised transition-colors duration-150 focus-within:border-control hover:border-control">
      <div className="border-b border-line bg-sunken p-4">{picture}</div>
      <div className="flex flex-1 flex-col gap-2 p-5">
        <Heading className="text-lg font-semibold">{title}</Heading>
        <p className="text-sm text-muted">{children}</p>
        <ItemList items={items} />
        <CardLink to={to}>{action}</CardLink>
      </div>
    </li>
  )
}

export function ItemList({ items }: { items: readonly string[] }) {
  if (items.length === 0) return null
  return (
    <ul className="mt-2 flex flex-col text-sm">
      {items.map((item) => (
        <li key={item} className="border-t border-line py-2">
          {item}
        </li>
      ))}
    </ul>
  )
}

/** The card's one link, stretched over it. */
export function CardLink({ to, children }: { to: string; children: ReactNode }) {
  return (
    <Link
      to={to}
      className="mt-auto flex items-center gap-1.5 pt-3 text-sm font-medium after:absolute after:inset-0 after:rounded"
    >
      {children}
      <ArrowRight className="size-4" aria-hidden />
    </Link>
  )
}

/** The directory of professionals, showing those who do any of these. */
export function professionalsWho(...skills: readonly string[]): string {
  const query = new URLSearchParams(skills.map((skill) => ['habilidade', skill]))
  return skills.length === 0 ? paths.professionals() : `${paths.professionals()}?${query.toString()}`
}
