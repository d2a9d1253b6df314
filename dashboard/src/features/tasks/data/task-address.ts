// Addresses of tasks, for links that also open in a new tab.
import { uiBase } from '#api/call.ts'

export const referenceOf = (task: { number: number }): string => `T-${task.number}`

const tasksPath = new URL('tasks/', uiBase).pathname

export const pageOf = (task: { number: number }): string => `${tasksPath}${referenceOf(task)}`

export const linkTo = (task: { number: number }): string =>
  new URL(`tasks/${referenceOf(task)}`, uiBase).href
