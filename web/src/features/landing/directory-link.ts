import { paths } from '@/lib/paths'

/** The directory of professionals, showing those who do any of these. */
export function professionalsWho(...skills: readonly string[]): string {
  const query = new URLSearchParams(skills.map((skill) => ['habilidade', skill]))
  return skills.length === 0 ? paths.professionals() : `${paths.professionals()}?${query.toString()}`
}
