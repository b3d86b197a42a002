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

/** The skills that a company's newest open projects ask for, in alphabetical order. */
export function useWantedSkills(companyId: string): string[] {
  const { data: open } = useInfiniteQuery(ownProjectsQuery(companyId, 'open'))
  const projects = open?.pages[0]?.rows ?? []
  return [...new Set(projects.flatMap((project) => project.skills))].sort()
}
