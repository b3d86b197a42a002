import { z } from '@/lib/zod'
import { sentenceOf } from '@/api/errors'
import { BOUNDS } from '@/api/limits'
import { AVAILABILITIES, LEVELS } from '@/lib/work'
import type { Row } from '@/api/tables'

export const SKILLS_MAX = BOUNDS.profiles.skills
export const EXPERIENCES = LEVELS
const AVAILABILITY_CODES = AVAILABILITIES.map(({ value }) => value)
export type TextName = 'name' | 'title' | 'headline' | 'location' | 'about'

function text(name: TextName) {
  return z
    .string()
    .check(z.trim(), z.maxLength(BOUNDS.profiles[name], `No máximo ${BOUNDS.profiles[name]} caracteres`))
}

/** A stored picture by its address, or a new one that is sent when the form is saved. */
const picture = z.object({ url: z.nullable(z.string()), blob: z.nullable(z.instanceof(Blob)) })
export type Picture = z.infer<typeof picture>

export const profileSchema = z.object({
  name: text('name').check(z.minLength(1, 'Nome é obrigatório')),
  title: text('title').check(z.minLength(1, 'Título é obrigatório')),
  headline: text('headline'),
  location: text('location'),
  about: text('about'),
  experience: z.union([z.enum(EXPERIENCES), z.literal('')]),
  skills: z.array(z.string()).check(z.maxLength(SKILLS_MAX, { error: () => sentenceOf('too_many_skills') })),
  availability: z.enum(['', ...AVAILABILITY_CODES]),
  work_modes: z.array(z.string()),
  avatar_seed: z.string(),
  avatar: picture,
  banner: picture,
})

export type ProfileInput = z.input<typeof profileSchema>
export type ProfileValues = z.output<typeof profileSchema>

export function fromRow(profile: EditableProfile): ProfileInput {
  const { name, title, headline, location, about, skills, work_modes, avatar_seed } = profile
  return {
    name,
    title,
    headline,
    location,
    about,
    skills,
    work_modes,
    avatar_seed,
    availability: profile.availability ?? '',
    experience: EXPERIENCES.find((experience) => experience === profile.experience) ?? '',
    avatar: { url: profile.avatar_url, blob: null },
    banner: { url: profile.banner_url, blob: null },
  }
}

export type EditableProfile = Pick<
  Row<'profiles'>,
  | 'id'
  | 'role'
  | 'name'
  | 'title'
  | 'headline'
  | 'location'
  | 'about'
  | 'experience'
  | 'skills'
  | 'work_modes'
  | 'availability'
  | 'avatar_seed'
  | 'avatar_url'
  | 'banner_url'
  | 'is_party'
>
