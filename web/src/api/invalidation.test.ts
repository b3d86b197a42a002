import { QueryClient, type QueryKey } from '@tanstack/react-query'
import { expect, test } from 'vitest'
import { after, invalidate } from '@/api/invalidation'
import { keys } from '@/api/keys'
import { NO_FILTERS } from '@/lib/navigation/use-directory-filters'

async function staleAfter(event: readonly QueryKey[], cached: readonly QueryKey[]) {
  const queryClient = new QueryClient()
  cached.forEach((key) => queryClient.setQueryData(key, 'read'))
  await invalidate(queryClient, event)
  return cached.filter((key) => queryClient.getQueryState(key)?.isInvalidated)
}

const COMPANY = keys.profiles.company('serra-azul')
const STEPS = keys.onboarding.of('serra-azul')
const OWN_PROJECTS = keys.projects.ownList('serra-azul', '')
const CONTRACT = keys.contracts.of('retrofit')
const SETTINGS = keys.settings.preferences('serra-azul')
const CACHED = [COMPANY, STEPS, OWN_PROJECTS, CONTRACT, SETTINGS]

test('a published project is news to its company’s page and steps, not to its settings', async () => {
  expect(await staleAfter(after.projectChange, CACHED)).toEqual([COMPANY, STEPS, OWN_PROJECTS])
})

test('a step of a contract moves the project and the contract alone', async () => {
  expect(await staleAfter(after.contractStep, CACHED)).toEqual([OWN_PROJECTS, CONTRACT])
})

test('a changed profile leaves another person’s alone', async () => {
  const own = keys.ownProfile('marina')
  expect(await staleAfter(after.profileChange('marina'), [own, keys.ownProfile('rafael')])).toEqual([own])
})

test('news of a proposal reaches the lists of own projects, not the directory', async () => {
  const directory = keys.projects.list({ ...NO_FILTERS, text: '', order: '' })
  expect(await staleAfter(after.proposalNews, [OWN_PROJECTS, directory])).toEqual([OWN_PROJECTS])
})

test('a connection that was away makes everything stale', async () => {
  expect(await staleAfter(after.reconnecting, CACHED)).toEqual(CACHED)
})
