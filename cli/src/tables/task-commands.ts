// Everything about single tasks.
import type { CommandSpec } from '#cli/program/command-spec.ts'
import {
  confirmOption,
  idempotencyOption,
  ifMatchOption,
  limitOptions,
  STATUSES,
  sortOption,
  taskFields,
  taskFilters,
} from './shared-options.ts'

export const taskCommands: readonly CommandSpec[] = [
  {
    name: 'list',
    summary: 'List tasks.',
    options: [...taskFilters, sortOption, ...limitOptions],
    json: 'document',
    examples: [
      'tasks list --status ready --queue support',
      'tasks list --search "price list" --sort -updated_at',
      'tasks list --all --json | jq -r ".data[].title"',
    ],
    load: async () => (await import('#cli/commands/tasks/list.ts')).list,
  },
  {
    name: 'show',
    args: '<task>',
    summary: 'Show a task.',
    options: [{ flags: '--comments', text: 'with its comments' }],
    json: 'document',
    examples: ['tasks show T-142', 'tasks show T-142 --comments', 'tasks show T-142 --json'],
    load: async () => (await import('#cli/commands/tasks/show.ts')).show,
  },
  {
    name: 'create',
    args: '[title]',
    summary: 'Create a task.',
    details:
      'With - as the title, the task is read as JSON from standard input. Options override it.',
    options: [
      ...taskFields,
      { flags: '-s, --status <status>', text: 'initial status', choices: ['triage', 'ready'] },
      { flags: '--source <name>', text: 'external system; unique together with --external-id' },
      { flags: '--external-id <id>', text: 'ID in the external system' },
      idempotencyOption,
    ],
    json: 'document',
    examples: [
      'tasks create "Call the supplier" --priority high --queue support --due 2026-12-24',
      'tasks create "Restock" --field sku=A-17 --field count=12 --json',
      'tasks create - < task.json',
    ],
    load: async () => (await import('#cli/commands/tasks/create.ts')).create,
  },
  {
    name: 'edit',
    args: '<task> [patch]',
    summary: 'Change a task.',
    details:
      'With - as the patch, the changes are read as JSON (Merge Patch) from standard input. Options override them. --label replaces all labels.',
    options: [
      { flags: '-t, --title <title>', text: 'title' },
      { flags: '-s, --status <status>', text: 'status', choices: STATUSES },
      ...taskFields,
      ifMatchOption,
    ],
    json: 'document',
    examples: [
      'tasks edit T-142 --priority urgent --assignee ada',
      'tasks edit T-142 --due "" --if-match 3',
      `echo '{"fields": {"sku": null}}' | tasks edit T-142 -`,
    ],
    load: async () => (await import('#cli/commands/tasks/edit.ts')).edit,
  },
  {
    name: 'claim',
    args: '[task]',
    summary: 'Claim a task for an agent, or take it for a person.',
    details:
      'For an agent (--agent, or an agent token in TASKS_KEY): claims this task, or the next one of the queues, with a lease. The lease is stored, so that complete, fail and release end the run. For a person: moves the task to in_progress, so that no agent claims it.',
    options: [
      { flags: '--agent <name>', text: 'agent that claims' },
      {
        flags: '-q, --queue <queue>',
        text: 'of these queues; default: those of the agent',
        isList: true,
      },
      { flags: '--lease <seconds>', text: 'duration of the lease (default: 300)', isCount: true },
      { flags: '--wait <seconds>', text: 'wait for a task if there is none', isCount: true },
      { flags: '-a, --assignee <person>', text: 'take the task for this person' },
    ],
    json: 'document',
    examples: [
      'tasks claim T-142 --assignee ada',
      'tasks claim --agent gardener --queue garden --wait 20',
    ],
    load: async () => (await import('#cli/commands/tasks/claim.ts')).claim,
  },
  {
    name: 'complete',
    args: '<task>',
    summary: 'Complete a task, or the run that you claimed.',
    options: [
      { flags: '--result <json>', text: 'result of the work; - reads it from standard input' },
    ],
    json: 'document',
    examples: ['tasks complete T-142', `tasks complete T-142 --result '{"liters": 3}'`],
    load: async () => (await import('#cli/commands/tasks/finish.ts')).complete,
  },
  {
    name: 'fail',
    args: '<task>',
    summary: 'Fail a task, or the run that you claimed.',
    details: 'A claimed run is retried after a backoff unless --final is set.',
    options: [
      { flags: '--error <text>', text: 'what went wrong' },
      { flags: '--final', text: 'do not retry the run' },
    ],
    json: 'document',
    examples: ['tasks fail T-142 --error "The supplier does not exist"'],
    load: async () => (await import('#cli/commands/tasks/finish.ts')).fail,
  },
  {
    name: 'release',
    args: '<task>',
    summary: 'Return a task to its queue.',
    options: [
      { flags: '--note <text>', text: 'handoff note for the next attempt; only for a claimed run' },
      {
        flags: '--delay <seconds>',
        text: 'not claimable for this long; only for a claimed run',
        isCount: true,
      },
    ],
    json: 'document',
    examples: ['tasks release T-142', 'tasks release T-142 --note "Waiting for the delivery"'],
    load: async () => (await import('#cli/commands/tasks/finish.ts')).release,
  },
  {
    name: 'comment',
    args: '<task> <text>',
    summary: 'Comment on a task.',
    details: 'With - as the text, the comment is read from standard input.',
    options: [idempotencyOption],
    json: 'document',
    examples: ['tasks comment T-142 "Called, no response"', 'git log -1 | tasks comment T-142 -'],
    load: async () => (await import('#cli/commands/tasks/comment.ts')).comment,
  },
  {
    name: 'delete',
    args: '<task>',
    summary: 'Delete a task and its comments.',
    options: [confirmOption, ifMatchOption],
    json: 'document',
    examples: ['tasks delete T-142', 'tasks delete T-142 --yes --if-match 3'],
    load: async () => (await import('#cli/commands/tasks/delete-task.ts')).deleteTask,
  },
  {
    name: 'watch',
    summary: 'Show a live list of tasks.',
    details:
      'On a terminal, the list is redrawn when a task changes. In a pipe, each change is one line. Ends with Ctrl+C.',
    options: [
      ...taskFilters,
      sortOption,
      {
        flags: '-n, --limit <count>',
        text: 'maximum number of tasks (default: what fits the terminal, or 200)',
        isCount: true,
      },
    ],
    json: 'lines',
    examples: ['tasks watch --queue support --status ready,in_progress', 'tasks watch --json'],
    load: async () => (await import('#cli/commands/tasks/watch.ts')).watch,
  },
]
