import { keepPreviousData, queryOptions } from '@tanstack/react-query'
import { keys } from '@/api/keys'
import { request } from '@/api/request/request'
import { savePdf } from '@/api/request/save-file'
import { readModel, readScope, scopeSchema } from '@/features/project/scope/model'

const MODELS_MAX = 50

/** The current models of scopes, in their order. */
export function modelsQuery() {
  return queryOptions({
    queryKey: keys.projects.models,
    queryFn: async ({ signal }) => {
      const rows = await request((client) =>
        client
          .from('project_models')
          .select('slug, name, version, fields, texts')
          .eq('is_current', true)
          .order('position')
          .limit(MODELS_MAX)
          .abortSignal(signal),
      )
      return rows.map(readModel)
    },
  })
}

/** How a scope, as JSON, will read that has not been published, and what it does not say. */
export function previewScopeQuery(scope: string) {
  return queryOptions({
    queryKey: keys.projects.scopeDraft(scope),
    queryFn: ({ signal }) =>
      request((client) =>
        client.rpc('preview_scope', { scope: scopeSchema.parse(JSON.parse(scope)) }).abortSignal(signal),
      ),
    placeholderData: keepPreviousData,
  })
}

/** The scope of a published project, as text. */
export function scopeQuery(projectId: string, revision: number) {
  return queryOptions({
    queryKey: keys.projects.scope(projectId, revision),
    queryFn: ({ signal }) =>
      request((client) => client.rpc('write_scope', { project_id: projectId }).abortSignal(signal)),
  })
}

/** Downloads the scope as PDF. */
export async function printScope(projectId: string): Promise<void> {
  savePdf(await request((client) => client.rpc('print_scope', { project_id: projectId })))
}

const PAST_MAX = 20

/** The newest own projects that have a scope, to start another from. */
export function pastScopesQuery(companyId: string) {
  return queryOptions({
    queryKey: keys.projects.pastScopes(companyId),
    queryFn: async ({ signal }) => {
      const rows = await request((client) =>
        client
          .from('projects')
          .select('id, title, scope, owner:project_owners!project_id!inner(company_id)')
          .eq('owner.company_id', companyId)
          .not('scope', 'is', null)
          .order('created_at', { ascending: false })
          .limit(PAST_MAX)
          .abortSignal(signal),
      )
      return rows.flatMap(({ id, title, scope: stored }) => {
        const scope = readScope(stored)
        return scope === null ? [] : [{ id, title, scope }]
      })
    },
  })
}
