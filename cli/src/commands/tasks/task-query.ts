// The filters of the command line as the query of the API.
import type { TaskListQuery } from '@task-service/sdk'
import type { CommandInput } from '#cli/program/command-input.ts'
import { readTime } from './read-time.ts'

/** The server checks the values, so they are passed on as they are. */
export function taskQuery(input: CommandInput): TaskListQuery {
  const time = (name: string, flag: string) => readTime(input.text(name), flag)
  // Due dates are planned: `--due-before 2d` is what is due in the next two days.
  const due = (name: string, flag: string) => readTime(input.text(name), flag, 'future')
  const query = {
    sort: input.text('sort'),
    status: input.texts('status'),
    priority: input.texts('priority'),
    queue: input.text('queue'),
    label: input.texts('label'),
    assignee: input.text('assignee'),
    unassigned: input.flag('unassigned') || undefined,
    delegate: input.text('agent'),
    parent: input.text('parent'),
    source: input.text('source'),
    q: input.text('search'),
    created_since: time('createdSince', '--created-since'),
    created_before: time('createdBefore', '--created-before'),
    updated_since: time('updatedSince', '--updated-since'),
    updated_before: time('updatedBefore', '--updated-before'),
    due_since: due('dueSince', '--due-since'),
    due_before: due('dueBefore', '--due-before'),
  }
  return query as TaskListQuery // choices were checked by the parser
}
