import { useSearchParams } from 'react-router'
import type { UserFilters } from '@/features/admin/queries'
import { ROLE_NAMES, STATUS_NAMES } from '@/features/admin/text'
import { keyOf } from '@/lib/keys-of'

const NAMES = { text: 'q', role: 'papel', status: 'situacao', order: 'ordem' } as const

/** What is looked for stands in the address, beside the tab. */
export function useUserFilters() {
  const [params, setParams] = useSearchParams()
  const filters: UserFilters = {
    text: params.get(NAMES.text) ?? '',
    role: keyOf(ROLE_NAMES, params.get(NAMES.role)) ?? '',
    status: keyOf(STATUS_NAMES, params.get(NAMES.status)) ?? '',
    order: params.get(NAMES.order) ?? '',
  }
  function change(next: Partial<UserFilters>) {
    const written = new URLSearchParams(params)
    for (const [name, value] of Object.entries({ ...filters, ...next })) {
      const key = NAMES[name === 'text' || name === 'role' || name === 'status' ? name : 'order']
      if (value.trim() === '') written.delete(key)
      else written.set(key, value)
    }
    setParams(written, { replace: true, preventScrollReset: true })
  }
  return { filters, change, clear: () => change({ text: '', role: '', status: '', order: '' }) }
}
