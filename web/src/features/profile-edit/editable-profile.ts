import type { Row } from '@/api/tables'

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
