import type { Row } from '@/api/tables'

export type Role = Row<'profiles'>['role']

/** A person or a party as the shell shows them. */
export type OwnProfile = Pick<
  Row<'profiles'>,
  | 'id'
  | 'role'
  | 'status'
  | 'name'
  | 'avatar_url'
  | 'avatar_seed'
  | 'banner_url'
  | 'headline'
  | 'title'
  | 'location'
  | 'skills'
  | 'is_party'
  | 'contact_id'
>
