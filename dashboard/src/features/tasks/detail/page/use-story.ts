// How many entries the activity of a task has; undefined while only a part of it is loaded.
import { useQuery } from '@tanstack/react-query'
import { taskQuestionsQuery } from '#features/inbox/question-queries.ts'
import { timelineItems } from '../talk/timeline-items.ts'
import { useActivity, useComments } from '../use-activity.ts'

export function useStory(taskId: string): number | undefined {
  const { activity, isSuccess, hasNextPage } = useActivity(taskId)
  const { comments } = useComments(taskId)
  const questions = useQuery(taskQuestionsQuery(taskId)).data
  const isWhole = isSuccess && !hasNextPage
  return isWhole ? timelineItems(activity, comments, questions).length : undefined
}
