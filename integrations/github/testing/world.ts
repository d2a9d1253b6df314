// The repository behind the emulator: issues, comments, labels and hooks, and what happens to them. Times are whole seconds, as GitHub's are.
import { openTables, type Tables } from '@task-service/kit/testing'

export type TokenRow = {
  login: string
  /** What a fine-grained token was given in the repository; `none` does not even see it. */
  issues: 'none' | 'read' | 'write'
  hooks: boolean
  /** Without it GitHub drops labels and assignees without a word. */
  push: boolean
}

export type UserRow = { login: string; id: number }

export type IssueRow = {
  number: number
  id: number
  title: string
  body: string | null
  state: 'open' | 'closed'
  state_reason: 'completed' | 'reopened' | 'not_planned' | 'duplicate' | null
  labels: string[]
  assignees: string[]
  author: string
  created_at: string
  updated_at: string
  closed_at: string | null
  closed_by: string | null
  pull: boolean
  gone?: 'deleted' | { movedTo: string }
}

export type CommentRow = {
  id: number
  number: number
  body: string
  author: string
  created_at: string
  updated_at: string
}

export type LabelRow = { id: number; name: string; color: string; description: string | null }

export type HookRow = {
  id: number
  active: boolean
  events: string[]
  config: { url: string; content_type?: string; secret?: string; insecure_ssl?: string }
  created_at: string
  updated_at: string
}

export type RepositoryRow = {
  id: number
  owner: string
  name: string
  hasIssues: boolean
  formerNames: string[]
}

/** Something that is sent to hooks. */
export type Happening = {
  event: 'issues' | 'issue_comment' | 'ping'
  action: string
  actor: string
  issue?: IssueRow
  comment?: CommentRow
  hook?: HookRow
  /** What GitHub adds to a message of this action. */
  more?: Record<string, unknown>
}

type Rows = {
  repository: RepositoryRow
  users: UserRow
  tokens: TokenRow
  issues: IssueRow
  comments: CommentRow
  labels: LabelRow
  hooks: HookRow
}

export type World = {
  tables: Tables<Rows>
  now: () => string
  setClock: (at: string | null) => void
  nextId: () => number
  emit: (happening: Happening) => void
  listen: (listener: (happening: Happening) => void) => void
}

export type IssuePatch = Partial<
  Pick<IssueRow, 'title' | 'body' | 'state' | 'state_reason' | 'labels' | 'assignees'>
>

export const seed = {
  token: 'github_pat_11EMULATOR_writes',
  readOnlyToken: 'github_pat_11EMULATOR_reads',
  noAccessToken: 'github_pat_11EMULATOR_elsewhere',
  owner: 'acme',
  repo: 'service',
  self: 'acme-bot',
  people: ['alice', 'bob'],
} as const

export function createWorld(path?: string): World {
  const tables = openTables<Rows>(path)
  const listeners: ((happening: Happening) => void)[] = []
  const clock: { at: string | null } = { at: null }
  if (tables.list('repository').length === 0) fill(tables)
  return {
    tables,
    now: () => clock.at ?? `${new Date().toISOString().slice(0, 19)}Z`,
    setClock: (at) => {
      clock.at = at
    },
    nextId: () => tables.next('id', 4_000_000_000),
    emit: (happening) => {
      for (const listener of listeners) listener(structuredClone(happening))
    },
    listen: (listener) => void listeners.push(listener),
  }
}

export function fill(tables: Tables<Rows>): void {
  const { owner, repo: name } = seed
  const repository: RepositoryRow = { id: 1_000, owner, name, hasIssues: true, formerNames: [] }
  tables.put('repository', 'it', repository)
  for (const [index, login] of [seed.self, ...seed.people, owner].entries()) {
    tables.put('users', login, { login, id: 100 + index } satisfies UserRow)
  }
  const mine: TokenRow = { login: seed.self, issues: 'write', hooks: true, push: true }
  tables.put('tokens', seed.token, mine)
  tables.put('tokens', seed.readOnlyToken, { ...mine, issues: 'read', hooks: false })
  tables.put('tokens', seed.noAccessToken, { ...mine, issues: 'none' })
}

export const getRepository = ({ tables }: World): RepositoryRow => {
  const found = tables.find('repository', 'it')
  if (found === undefined) throw new Error('the emulator has no repository')
  return found
}

export const listComments = ({ tables }: World, number?: number): CommentRow[] =>
  tables
    .list('comments')
    .filter((row) => number === undefined || row.number === number)
    .toSorted((a, b) => a.id - b.id)

export function createIssue(
  world: World,
  actor: string,
  input: { title: string; body?: string | null; labels?: string[]; assignees?: string[] },
  pull = false,
): IssueRow {
  const now = world.now()
  const row: IssueRow = {
    number: world.tables.next('number', 1),
    id: world.nextId(),
    title: input.title,
    body: input.body ?? null,
    state: 'open',
    state_reason: null,
    labels: keepLabels(world, input.labels ?? []),
    assignees: keepAssignees(world, input.assignees ?? []),
    author: actor,
    created_at: now,
    updated_at: now,
    closed_at: null,
    closed_by: null,
    pull,
  }
  world.tables.put('issues', row.number, row)
  // Pull requests have events of their own.
  if (!pull) world.emit({ event: 'issues', action: 'opened', actor, issue: row })
  return row
}

/** GitHub makes labels that an issue names and the repository lacks; names differ by more than case. */
function keepLabels(world: World, names: string[]): string[] {
  const unique = new Map(names.map((name) => [name.toLowerCase(), name]))
  return [...unique].map(([key, name]) => {
    const found = world.tables.find('labels', key)
    return (found ?? createLabel(world, { name })).name
  })
}

export function createLabel(
  world: World,
  { name, color = 'ededed', description = null }: Partial<LabelRow> & { name: string },
): LabelRow {
  const row: LabelRow = { id: world.nextId(), name, color, description }
  world.tables.put('labels', name.toLowerCase(), row)
  return row
}

/** Logins that cannot be assigned are dropped silently. */
const keepAssignees = (world: World, logins: string[]): string[] =>
  [...new Set(logins)].filter(
    (login) =>
      world.tables.find('users', login) !== undefined && login !== getRepository(world).owner,
  )

export function editIssue(world: World, actor: string, old: IssueRow, patch: IssuePatch): IssueRow {
  const now = world.now()
  const row = { ...old }
  if (patch.title !== undefined) row.title = patch.title
  if (patch.body !== undefined) row.body = patch.body
  if (patch.labels !== undefined) row.labels = keepLabels(world, patch.labels)
  if (patch.assignees !== undefined) row.assignees = keepAssignees(world, patch.assignees)
  // As documented: the reason is ignored unless the state changes.
  if (patch.state !== undefined && patch.state !== old.state) {
    const closed = patch.state === 'closed'
    row.state = patch.state
    row.state_reason = closed ? (patch.state_reason ?? 'completed') : 'reopened'
    row.closed_at = closed ? now : null
    row.closed_by = closed ? actor : null
  }
  if (JSON.stringify(row) === JSON.stringify(old)) return old
  row.updated_at = now
  world.tables.put('issues', row.number, row)
  if (!row.pull) emitEdit(world, actor, old, row)
  return row
}

const differ = (a: string[], b: string[]): string[] => a.filter((name) => !b.includes(name))

function emitEdit(world: World, actor: string, old: IssueRow, row: IssueRow): void {
  const emit = (action: string, more?: Record<string, unknown>): void =>
    world.emit({ event: 'issues', action, actor, issue: row, ...(more && { more }) })
  const changes = {
    ...(row.title !== old.title && { title: { from: old.title } }),
    ...(row.body !== old.body && { body: { from: old.body ?? '' } }),
  }
  if (Object.keys(changes).length > 0) emit('edited', { changes })
  if (row.state !== old.state) emit(row.state === 'closed' ? 'closed' : 'reopened')
  for (const label of differ(row.labels, old.labels)) emit('labeled', { label })
  for (const label of differ(old.labels, row.labels)) emit('unlabeled', { label })
  for (const assignee of differ(row.assignees, old.assignees)) emit('assigned', { assignee })
  for (const assignee of differ(old.assignees, row.assignees)) emit('unassigned', { assignee })
}

/** Gone for the interface: deleted, or moved to a repository of its own. */
export function endIssue(world: World, actor: string, row: IssueRow, movedTo?: string): void {
  const gone = movedTo === undefined ? 'deleted' : { movedTo }
  world.tables.put('issues', row.number, { ...row, gone } satisfies IssueRow)
  if (row.pull) return
  const action = movedTo === undefined ? 'deleted' : 'transferred'
  world.emit({ event: 'issues', action, actor, issue: row })
}

export function createComment(
  world: World,
  actor: string,
  number: number,
  body: string,
): CommentRow {
  const now = world.now()
  const row = { id: world.nextId(), number, body, author: actor, created_at: now, updated_at: now }
  world.tables.put('comments', row.id, row)
  const issue = touch(world, number)
  world.emit({ event: 'issue_comment', action: 'created', actor, issue, comment: row })
  return row
}

/** Leaves the time of the issue alone: GitHub promises nothing, and the harder case is the one to be tested with. */
export function editComment(
  world: World,
  actor: string,
  old: CommentRow,
  body: string,
): CommentRow {
  const row = { ...old, body, updated_at: world.now() }
  world.tables.put('comments', row.id, row)
  const issue = getIssue(world, row.number)
  const more = { changes: { body: { from: old.body } } }
  world.emit({ event: 'issue_comment', action: 'edited', actor, issue, comment: row, more })
  return row
}

export function deleteComment(world: World, actor: string, row: CommentRow): void {
  world.tables.remove('comments', row.id)
  const issue = touch(world, row.number)
  world.emit({ event: 'issue_comment', action: 'deleted', actor, issue, comment: row })
}

function touch(world: World, number: number): IssueRow {
  const row = { ...getIssue(world, number), updated_at: world.now() }
  world.tables.put('issues', number, row)
  return row
}

export function getIssue({ tables }: World, number: number): IssueRow {
  const row = tables.find('issues', number)
  if (row === undefined) throw new Error(`the emulator has no issue ${number}`)
  return row
}
