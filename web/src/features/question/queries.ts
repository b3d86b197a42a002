import type { QueryClient } from '@tanstack/react-query'
import { requestOnce } from '@/api/request/request-once'
import { countedPages } from '@/api/request/counted-pages'
import { after, invalidate } from '@/api/invalidation'
import { keys } from '@/api/keys'
import type { Row } from '@/api/tables'

const PAGE_SIZE = 20

/** An entry without content is a clarification. */
export type Question = Pick<
  Row<'project_questions'>,
  'id' | 'content' | 'answer' | 'answered_at' | 'created_at'
>

/** The questions about a project that the reader may see, newest first. */
export function questionsQuery(projectId: string) {
  return countedPages(keys.questions.ofProject(projectId), PAGE_SIZE, (client) =>
    client
      .from('project_questions')
      .select('id, content, answer, answered_at, created_at', { count: 'estimated' })
      .eq('project_id', projectId)
      .order('created_at', { ascending: false })
      .order('id', { ascending: false }),
  )
}

type AboutProject = { project_id: string; content: string }

/** The three public steps: asking, answering and clarifying. The server decides who may take them. */
export const SAYINGS = {
  ask: (about: AboutProject) => requestOnce((client) => client.rpc('ask_question', about)),
  clarify: (about: AboutProject) => requestOnce((client) => client.rpc('publish_clarification', about)),
  answer: (about: { question_id: string; answer: string }) =>
    requestOnce((client) => client.rpc('answer_question', about)),
} as const

/** A step as a mutation, which refreshes the questions. */
export function saying<About, Result>(queryClient: QueryClient, say: (about: About) => Promise<Result>) {
  return {
    mutationFn: say,
    onSuccess: () => void invalidate(queryClient, after.questionChange),
  }
}
