import { expect, test } from 'vitest'
import { greetingOf } from '@/lib/person/greeting'

test.each([
  [{ name: 'Ana Paula de Souza', role: 'professional', is_party: true }, 'Olá, Ana'],
  [{ name: 'Beatriz Lima', role: 'company', is_party: false }, 'Olá, Beatriz'],
  [{ name: 'Envasadora Monte Claro', role: 'company', is_party: true }, 'Olá, Envasadora Monte Claro'],
])('%j', (profile, greeting) => expect(greetingOf(profile)).toBe(greeting))
