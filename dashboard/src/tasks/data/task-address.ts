// Addresses of tasks, for links that also open in a new tab.
import { uiBase } from '../../api/call.ts'

export const referenceOf = (task: { number: number }): string => `T-${task.number}`

export const pageOf = (task: { number: number }): string =>
  new URL(`tasks/${referenceOf(task)}`, uiBase).pathname

export const linkTo = (task: { number: number }): string =>
  new URL(`tasks/${referenceOf(task)}`, uiBase).href
