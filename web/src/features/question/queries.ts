import type { QueryClient } from '@tanstack/react-query'
import { requestOnce } from '@/api/request/request-once'
import { countedPages } from '@/api/request/counted-pages'
import { after, invalidate, keys } from '@/api/keys'
import type { Row } from '@/api/tables'

const PAGE_SIZE = 20

/** One without content is a clarification that the company gave unasked. */
export type Question = Pick<
  Row<'project_questions'>,
  'id' | 'content' | 'answer' | 'answered_at' | 'created_at'
>

/** What was asked of a project as far as the reader may see it, the newest first. */
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

/** The three things said about a project in the open. The server holds who may. */
export const SAYINGS = {
  ask: (about: AboutProject) => requestOnce((client) => client.rpc('ask_question', about)),
  clarify: (about: AboutProject) => requestOnce((client) => client.rpc('publish_clarification', about)),
  answer: (about: { question_id: string; answer: string }) =>
    requestOnce((client) => client.rpc('answer_question', about)),
} as const

/** A saying as a mutation: the questions are asked for again. */
export function saying<About, Result>(queryClient: QueryClient, say: (about: About) => Promise<Result>) {
  return {
    mutationFn: say,
    onSuccess: () => void invalidate(queryClient, after.questionChange),
  }
}
