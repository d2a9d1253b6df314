// Whether everything is known that decides how high the page of a task is: drawn before, its parts would push each other down.
import { useInfiniteQuery, useQuery } from '@tanstack/react-query'
import { useState } from 'react'
import { fieldsQuery } from '#api/fields.ts'
import { taskApprovalsQuery } from '#features/inbox/approval/approval-queries.ts'
import { taskQuestionsQuery } from '#features/inbox/question-queries.ts'
import { isLive } from '#features/runs/run-queries.ts'
import { taskListOptions } from '#features/tasks/data/task-list-options.ts'
import { subtasksOf } from '../body/subtasks-query.ts'
import { attachmentsQuery } from '../files/attachments-query.ts'
import { runBudgetQuery } from '../runs/run-budget-query.ts'
import { taskRunsQuery } from '../runs/task-runs-query.ts'

export function useTaskParts(taskId: string): boolean {
  const runs = useInfiniteQuery(taskRunsQuery(taskId))
  const run = runs.data?.pages[0]?.data.find(isLive)
  const parts = [
    runs,
    useQuery(taskApprovalsQuery(taskId)),
    useQuery(taskQuestionsQuery(taskId)),
    useQuery(attachmentsQuery(taskId)),
    useQuery(fieldsQuery),
    useInfiniteQuery(taskListOptions(subtasksOf(taskId))),
  ]
  const budget = useQuery({ ...runBudgetQuery(run?.agent ?? ''), enabled: run !== undefined })
  // Without a connection they are not loading, and what is known is shown.
  const isKnown = ![...parts, budget].some(({ isLoading }) => isLoading)
  // What loads later, such as the budget of a run that starts, must not remove a page on which the user types.
  const [drawn, setDrawn] = useState<string>()
  if (isKnown && drawn !== taskId) setDrawn(taskId)
  return isKnown || drawn === taskId
}
