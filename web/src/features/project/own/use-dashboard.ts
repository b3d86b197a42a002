import { useInfiniteQuery, usePrefetchInfiniteQuery, usePrefetchQuery, useQuery } from '@tanstack/react-query'
import { ownFiguresQuery, ownProjectsQuery } from '@/features/project/own/own-queries'

/** Starts to load what a company's dashboard shows of its own projects. */
export function usePrefetchOwnProjects(companyId: string): void {
  usePrefetchQuery(ownFiguresQuery(companyId))
  usePrefetchInfiniteQuery(ownProjectsQuery(companyId, ''))
  usePrefetchInfiniteQuery(ownProjectsQuery(companyId, 'open'))
}

/** How many projects a company has, and how many proposals they received; undefined while unknown. */
export function useOwnFigures(companyId: string): { projects: number; proposals: number } | undefined {
  const { data: figuresOf } = useQuery(ownFiguresQuery(companyId))
  return figuresOf?.('')
}

/** The newest of a company's open projects; undefined while unknown or without one. */
export function useNewestOpenProject(companyId: string): { id: string; title: string } | undefined {
  const { data: open } = useInfiniteQuery(ownProjectsQuery(companyId, 'open'))
  return open?.pages[0]?.rows[0]
}
