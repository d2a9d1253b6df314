// Tools that only read.
import { MCP_PAGE_MAX } from '@task-service/contract'
import { requireReadable } from '../access.ts'
import { describeComment, describeTask, describeWholeTask } from '../describe.ts'
import { createLabels } from '../labels.ts'
import type { Arguments, ToolContext, ToolHandlers } from './tool-context.ts'

const PAGE_DEFAULT = 10

async function whoami({ call, caller }: ToolContext, args: Arguments<'whoami'>) {
  const tenant = caller.tenant.slug
  const acting = caller.agent?.name ?? args.agent
  const agent =
    acting === undefined ? undefined : await call('agents.get', { params: { agent: acting } })
  if (!agent) {
    const { data } = await call('agents.list', {})
    const note = 'You use an API key. Name one of the agents in claim_task.'
    return { data: { tenant, note, agents: data.map(({ name }) => name) }, untrusted: [] }
  }
  const { name, state, queues, concurrency, working_runs, run_budget, day_budget } = agent
  const { reads_external, reads_beyond_claim, writes_outward, usage_today } = agent
  const permissions = { reads_external, reads_beyond_claim, writes_outward }
  const budget = { run_budget, day_budget, usage_today }
  return {
    data: {
      tenant,
      agent: { name, state, queues, concurrency, working_runs, permissions, budget },
    },
    untrusted: [],
  }
}

async function findTasks({ call }: ToolContext, { limit, ...filters }: Arguments<'find_tasks'>) {
  const query = { ...filters, limit: String(Math.min(limit ?? PAGE_DEFAULT, MCP_PAGE_MAX)) }
  const page = await call('tasks.list', { query })
  const labels = createLabels()
  const tasks = page.data.map((task, index) => describeTask(task, `/tasks/${index}`, labels))
  const data = { tasks, ...(page.next_cursor && { next_cursor: page.next_cursor }) }
  return { data, untrusted: labels.untrusted }
}

async function getTask(context: ToolContext, args: Arguments<'get_task'>) {
  const { call, caller } = context
  const params = { task: args.task }
  const query = { limit: String(PAGE_DEFAULT), ...(args.cursor && { cursor: args.cursor }) }
  await requireReadable(args.task, caller, call)
  const [task, comments] = await Promise.all([
    call('tasks.get', { params }),
    call('comments.list', { params, query }),
  ])
  const labels = createLabels()
  const offset = args.offset ?? 0
  const data = {
    task: describeWholeTask(task, '/task', labels, { offset }),
    comments: comments.data.map((comment, index) =>
      describeComment(comment, `/comments/${index}`, labels),
    ),
    ...(comments.next_cursor && { next_cursor: comments.next_cursor }),
  }
  return { data, untrusted: labels.untrusted }
}

export const readTools = {
  whoami,
  find_tasks: findTasks,
  get_task: getTask,
} satisfies Partial<ToolHandlers>
