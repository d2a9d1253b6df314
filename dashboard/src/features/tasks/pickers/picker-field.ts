// The fields of a task that are changed in place, wherever the task stands.
import type { Task } from '@task-service/contract'

export const PICKER_FIELDS = ['status', 'priority', 'assignee', 'labels', 'due_at'] as const
export type PickerField = (typeof PICKER_FIELDS)[number]

export type OpenPicker = (field: PickerField, tasks: readonly Task[], at: Element) => void

export type OpenedPicker = { field: PickerField; tasks: readonly Task[]; place: DOMRect }
