// The areas of words, and their types: what is written in English is what must exist in every language.

import type agents from './en/agents.json'
import type approvals from './en/approvals.json'
import type attempts from './en/attempts.json'
import type board from './en/board.json'
import type calendar from './en/calendar.json'
import type common from './en/common.json'
import type connectors from './en/connectors.json'
import type deliveries from './en/deliveries.json'
import type detail from './en/detail.json'
import type fields from './en/fields.json'
import type home from './en/home.json'
import type inbox from './en/inbox.json'
import type integrations from './en/integrations.json'
import type lists from './en/lists.json'
import type queues from './en/queues.json'
import type recurring from './en/recurring.json'
import type reference from './en/reference.json'
import type runs from './en/runs.json'
import type settings from './en/settings.json'
import type shell from './en/shell.json'
import type task from './en/task.json'
import type tasks from './en/tasks.json'
import type transfer from './en/transfer.json'
import type users from './en/users.json'
import type views from './en/views.json'
import type webhooks from './en/webhooks.json'

export type Words = {
  common: typeof common
  shell: typeof shell
  home: typeof home
  fields: typeof fields
  inbox: typeof inbox
  approvals: typeof approvals
  tasks: typeof tasks
  task: typeof task
  views: typeof views
  attempts: typeof attempts
  board: typeof board
  calendar: typeof calendar
  integrations: typeof integrations
  webhooks: typeof webhooks
  lists: typeof lists
  connectors: typeof connectors
  deliveries: typeof deliveries
  detail: typeof detail
  recurring: typeof recurring
  settings: typeof settings
  transfer: typeof transfer
  users: typeof users
  reference: typeof reference
  agents: typeof agents
  runs: typeof runs
  queues: typeof queues
}
