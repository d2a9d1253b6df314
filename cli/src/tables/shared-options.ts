// Options that several commands have.
import type { OptionSpec } from '#cli/program/command-spec.ts'

export const STATUSES = [
  'triage',
  'ready',
  'in_progress',
  'input_required',
  'in_review',
  'completed',
  'failed',
  'canceled',
] as const
export const PRIORITIES = ['urgent', 'high', 'normal', 'low'] as const
const SORTS = ['created_at', 'updated_at', 'priority', 'due_at'] as const

export const taskFilters: readonly OptionSpec[] = [
  {
    flags: '-s, --status <status>',
    text: 'with any of these statuses',
    choices: STATUSES,
    isList: true,
  },
  {
    flags: '-p, --priority <priority>',
    text: 'with any of these priorities',
    choices: PRIORITIES,
    isList: true,
  },
  { flags: '-q, --queue <queue>', text: 'of this queue' },
  { flags: '-l, --label <label>', text: 'with all of these labels', isList: true },
  { flags: '-a, --assignee <person>', text: 'assigned to this person' },
  { flags: '--unassigned', text: 'without an assignee' },
  { flags: '--agent <name>', text: 'of this agent (`delegate`)' },
  { flags: '--parent <task>', text: 'subtasks of this task' },
  { flags: '--source <name>', text: 'from this external system' },
  { flags: '--search <text>', text: 'that contain these words' },
  { flags: '--created-since <time>', text: 'created at or after this time; 2d is two days ago' },
  { flags: '--created-before <time>', text: 'created before this time' },
  { flags: '--updated-since <time>', text: 'updated at or after this time' },
  { flags: '--updated-before <time>', text: 'updated before this time' },
  { flags: '--due-since <time>', text: 'due at or after this time; 2d is in two days' },
  { flags: '--due-before <time>', text: 'due before this time; 2d is in two days' },
]

export const sortOption: OptionSpec = {
  flags: '--sort <field>',
  text: 'sort order; - for descending',
  choices: SORTS.flatMap((field) => [field, `-${field}`]),
}

/** The fields of a task that clients can set. */
export const taskFields: readonly OptionSpec[] = [
  { flags: '-d, --description <text>', text: 'description in Markdown' },
  { flags: '-p, --priority <priority>', text: 'priority', choices: PRIORITIES },
  { flags: '-q, --queue <queue>', text: 'queue' },
  { flags: '-l, --label <label>', text: 'label', isList: true },
  { flags: '-a, --assignee <person>', text: 'responsible person; "" for none' },
  { flags: '--agent <name>', text: 'agent (`delegate`); "" for none' },
  { flags: '--parent <task>', text: 'parent task; "" for none' },
  {
    flags: '--due <time>',
    text: 'due date, such as 2026-12-24, 2026-12-24T12:00:00Z or 2d; "" for none',
  },
  { flags: '--not-before <time>', text: 'earliest start; "" for none' },
  { flags: '--blocked-by <task>', text: 'ID of a task that must be completed first', isList: true },
  { flags: '--field <name=value>', text: 'custom field', isList: true },
  { flags: '--input <json>', text: 'input of the work' },
]

export const limitOptions: readonly OptionSpec[] = [
  { flags: '-n, --limit <count>', text: 'maximum number of items (default: 50)', isCount: true },
  { flags: '--all', text: 'every item' },
]

export const ifMatchOption: OptionSpec = {
  flags: '--if-match <version>',
  text: 'fail if the object has another version',
  isCount: true,
}

export const idempotencyOption: OptionSpec = {
  flags: '--idempotency-key <key>',
  text: 'for 24 hours, the same key and request return the first response',
}

export const confirmOption: OptionSpec = { flags: '-y, --yes', text: 'do not ask for confirmation' }
