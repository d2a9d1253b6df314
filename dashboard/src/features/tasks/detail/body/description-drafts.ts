// Descriptions that were begun and not saved, by task, until the page is left. What they were begun over tells whether someone
// else has saved since.
import type { Task } from '@task-service/contract'

export const descriptionDrafts = new Map<string, { text: string; base: Task }>()
