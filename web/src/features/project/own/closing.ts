import { queryOptions, type QueryClient } from '@tanstack/react-query'
import { requestOnce } from '@/api/request/request-once'
import { request } from '@/api/request/request'
import { BINDING_STATES } from '@/api/deal/states'
import { after, invalidate } from '@/api/invalidation'
import { keys } from '@/api/keys'
import { TERMINATION_DAYS } from '@/api/limits'
import type { Row } from '@/api/tables'
import { tagOf } from '@/ui/tag'

export type Bound = Pick<Row<'contracts'>, 'number' | 'status' | 'company_id' | 'termination_by'> & {
  professional: { name: string } | null
}

/** The contract that binds a project under way; null where none does. */
export function bindingContractQuery(projectId: string) {
  return queryOptions({
    queryKey: keys.contracts.binding(projectId),
    queryFn: ({ signal }): Promise<Bound | null> =>
      request((client) =>
        client
          .from('contracts')
          .select('number, status, company_id, termination_by, professional:profiles!professional_id(name)')
          .eq('project_id', projectId)
          .in('status', BINDING_STATES)
          .limit(1)
          .abortSignal(signal)
          .maybeSingle(),
      ),
  })
}

export function closeProject(queryClient: QueryClient) {
  return {
    mutationFn: ({ id, reason }: { id: string; reason: string }) =>
      requestOnce((client) => client.rpc('close_project', { project_id: id, reason })),
    onSuccess: () => void invalidate(queryClient, after.projectClosing),
  }
}

/** What closing a project under way does to its contract, before it is done. */
export function wayOut(contract: Bound): { description: string; confirmLabel: string } {
  const name = contract.professional?.name ?? 'O profissional'
  const tag = tagOf('CTR', contract.number)
  if (contract.status === 'agreed') {
    return {
      description: `O trabalho do contrato ${tag} ainda não começou: o contrato é desfeito, ${name} lê o motivo e o projeto é encerrado. Não é possível reabrir.`,
      confirmLabel: 'Desfazer contrato e encerrar',
    }
  }
  if (contract.termination_by === contract.company_id) {
    return {
      description: `O distrato do contrato ${tag} já foi proposto e espera resposta. Se ${name} concordar, o projeto é encerrado, sem reabrir.`,
      confirmLabel: 'Encerrar com o distrato',
    }
  }
  if (contract.termination_by !== null) {
    return {
      description: `${name} propôs o distrato do contrato ${tag}. Encerrar o projeto aceita o distrato. Não é possível reabrir.`,
      confirmLabel: 'Aceitar distrato e encerrar',
    }
  }
  return {
    description: `O trabalho do contrato ${tag} já começou: você propõe o distrato, e ${name} tem ${TERMINATION_DAYS} dias para responder. Se concordar, o projeto é encerrado; sem acordo, tudo segue como está.`,
    confirmLabel: 'Propor distrato',
  }
}
