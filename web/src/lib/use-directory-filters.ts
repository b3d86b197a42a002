import { useSearchParams } from 'react-router'

export type DirectoryFilters = { text: string; skills: readonly string[]; order: string }

/** Search text, skills and order live in the address, so that a result can be shared and gone back to. */
export function useDirectoryFilters() {
  const [params, setParams] = useSearchParams()
  const filters: DirectoryFilters = {
    text: params.get('q') ?? '',
    skills: params.getAll('habilidade'),
    order: params.get('ordem') ?? '',
  }
  function change(next: Partial<DirectoryFilters>) {
    const { text, skills, order } = { ...filters, ...next }
    const written = new URLSearchParams()
    if (text.trim() !== '') written.set('q', text)
    for (const skill of skills) written.append('habilidade', skill)
    if (order !== '') written.set('ordem', order)
    setParams(written, { replace: true, preventScrollReset: true })
  }
  return { filters, change }
}
