// The fields of a task that are changed in place, wherever the task stands.
import type { Task } from '@task-service/contract'

export const PICKER_FIELDS = ['status', 'priority', 'assignee', 'labels', 'due_at'] as const
/** On the page of a task also those that decide which agent may claim it. */
export type NamedField = (typeof PICKER_FIELDS)[number] | 'queue' | 'delegate'
/** Or a custom field by its key. */
export type PickerField = NamedField | `field:${string}`

export type OpenPicker = (field: PickerField, tasks: readonly Task[], at: Element) => void

export type OpenedPicker = { field: PickerField; tasks: readonly Task[]; place: DOMRect }

/** Undefined for a field that every task has. */
export function customKey(field: PickerField): string | undefined {
  return isCustom(field) ? field.slice('field:'.length) : undefined
}

export function isCustom(field: PickerField): field is `field:${string}` {
  return field.startsWith('field:')
}
