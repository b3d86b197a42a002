import { describe, expect, it } from 'vitest'
import { fromRow, profileSchema } from '@/features/profile-edit/schema'

const MARINA = {
  id: 'u1',
  role: 'professional' as const,
  name: 'Marina Alves',
  title: 'Engenheira',
  headline: '',
  location: '',
  about: '',
  experience: null,
  skills: [],
  work_modes: [],
  availability: null,
  avatar_seed: 'seed',
  avatar_url: null,
  banner_url: null,
  is_party: true,
}

const FIVE = ['a', 'b', 'c', 'd', 'e']

function refusals(changes: Partial<ReturnType<typeof fromRow>>) {
  const result = profileSchema.safeParse({ ...fromRow(MARINA), ...changes })
  return result.success ? [] : result.error.issues.map((issue) => issue.message)
}

describe('a profile', () => {
  it('is accepted as it is stored', () => expect(refusals({})).toEqual([]))
  it('needs a name and a title', () =>
    expect(refusals({ name: ' ', title: '' })).toEqual(['Nome é obrigatório', 'Título é obrigatório']))
  it('accepts five skills but not six', () =>
    expect([refusals({ skills: FIVE }), refusals({ skills: [...FIVE, 'f'] })]).toEqual([
      [],
      ['Você pode selecionar no máximo 5 habilidades.'],
    ]))
})
