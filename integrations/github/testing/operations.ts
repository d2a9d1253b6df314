// The operations of GitHub's interface that the emulator carries out, by GitHub's own names for them.

import { type Answer, type Asked, invalid, notFound, page, refused } from './answers.ts'
import {
  commentShape,
  hookShape,
  issueShape,
  labelShape,
  ownProfileShape,
  repositoryShape,
  userShape,
} from './objects.ts'
import {
  type CommentRow,
  createComment,
  createIssue,
  createLabel,
  deleteComment,
  editComment,
  editIssue,
  getRepository,
  type HookRow,
  type IssuePatch,
  type IssueRow,
  listComments,
} from './world.ts'

type Operation = (asked: Asked) => Answer

/** Filters that a request may name and the emulator would pass over are refused instead. */
const emulatedFilters = new Set([
  'state',
  'since',
  'sort',
  'direction',
  'per_page',
  'page',
  'labels',
])

const isSince = (asked: Asked, updatedAt: string): boolean => {
  const { since } = asked.query
  // Inclusive, and fractions of a second do not count.
  return since === undefined || updatedAt >= new Date(since).toISOString().slice(0, 19)
}

const listIssues: Operation = (asked) => {
  const { query, world, origin } = asked
  const strange = Object.keys(query).filter((name) => !emulatedFilters.has(name))
  if (strange.length > 0) return invalid('Search', strange[0] ?? '', 'not emulated')
  if (!getRepository(world).hasIssues)
    return refused(410, 'Issues has been disabled in this repository.')
  const { state = 'open', sort = 'created', direction = 'desc', labels } = query
  const sign = direction === 'asc' ? 1 : -1
  const key = (row: IssueRow): string => (sort === 'updated' ? row.updated_at : row.created_at)
  const rows = world.tables
    .list('issues')
    .filter((row) => row.gone === undefined && (state === 'all' || row.state === state))
    .filter((row) => isSince(asked, row.updated_at))
    .filter(
      (row) => labels === undefined || labels.split(',').every((one) => row.labels.includes(one)),
    )
    .toSorted((a, b) => sign * (key(a).localeCompare(key(b)) || a.id - b.id))
  return page(asked, rows, (row) => issueShape(world, origin, row))
}

const getOne: Operation = (asked) =>
  withIssue(asked, (row) => ({ status: 200, body: issueShape(asked.world, asked.origin, row) }))

function withIssue(asked: Asked, act: (row: IssueRow) => Answer): Answer {
  const { world, params } = asked
  const row = world.tables.find('issues', params['issue_number'] ?? '')
  if (row === undefined) return notFound()
  if (row.gone === 'deleted') return refused(410, 'This issue was deleted')
  if (row.gone === undefined) return act(row)
  const url = row.gone.movedTo
  return { ...refused(301, 'Moved Permanently', { url }), headers: { location: url } }
}

type IssueInput = Omit<IssuePatch, 'title' | 'labels'> & {
  title?: string | number | null
  labels?: (string | { name?: string })[]
}

/** What GitHub checks beyond its description, and drops for accounts that may not push. */
function readIssueInput({ body, token }: Asked): { patch: IssuePatch } | { fault: Answer } {
  const { title, labels, assignees, ...rest } = body as IssueInput // held against the description before
  const patch: IssuePatch = rest
  if (title != null) {
    const text = String(title)
    if (text.trim() === '') return { fault: invalid('Issue', 'title', 'missing_field') }
    if (text.length > 256) {
      return {
        fault: invalid('Issue', 'title', 'custom', 'title is too long (maximum is 256 characters)'),
      }
    }
    patch.title = text
  }
  if ((rest.body ?? '').length > 65_536) {
    return {
      fault: invalid('Issue', 'body', 'custom', 'body is too long (maximum is 65536 characters)'),
    }
  }
  if (!token.push) return { patch }
  if (labels !== undefined) {
    patch.labels = labels.map((label) => (typeof label === 'string' ? label : (label.name ?? '')))
    const long = patch.labels.find((name) => name.length > 50)
    if (long !== undefined) return { fault: invalid('Label', 'name', 'invalid') }
  }
  if (assignees !== undefined) patch.assignees = assignees
  return { patch }
}

const createOne: Operation = (asked) => {
  const { world, origin, token } = asked
  if (!getRepository(world).hasIssues)
    return refused(410, 'Issues has been disabled in this repository.')
  const input = readIssueInput(asked)
  if ('fault' in input) return input.fault
  const { title, ...rest } = input.patch
  if (title === undefined) return invalid('Issue', 'title', 'missing_field')
  const row = createIssue(world, token.login, { title, ...rest })
  const body = issueShape(world, origin, row)
  return { status: 201, body, headers: { location: String(body['url']) } }
}

const updateOne: Operation = (asked) =>
  withIssue(asked, (old) => {
    const input = readIssueInput(asked)
    if ('fault' in input) return input.fault
    const row = editIssue(asked.world, asked.token.login, old, input.patch)
    return { status: 200, body: issueShape(asked.world, asked.origin, row) }
  })

const listAllComments: Operation = (asked) => {
  const { world, origin, query } = asked
  const { sort = 'created', direction = 'asc' } = query
  const sign = sort === 'created' || direction === 'asc' ? 1 : -1
  const key = (row: CommentRow): string => (sort === 'updated' ? row.updated_at : row.created_at)
  const rows = listComments(world)
    .filter((row) => world.tables.find('issues', row.number)?.gone === undefined)
    .filter((row) => isSince(asked, row.updated_at))
    .toSorted((a, b) => sign * (key(a).localeCompare(key(b)) || a.id - b.id))
  return page(asked, rows, (row) => commentShape(world, origin, row))
}

const listCommentsOfOne: Operation = (asked) =>
  withIssue(asked, ({ number }) => {
    const rows = listComments(asked.world, number).filter((row) => isSince(asked, row.updated_at))
    return page(asked, rows, (row) => commentShape(asked.world, asked.origin, row))
  })

const createOneComment: Operation = (asked) =>
  withIssue(asked, ({ number }) => {
    const { body } = asked.body as { body: string } // held against the description before
    if (body.trim() === '') return invalid('IssueComment', 'body', 'missing_field')
    const row = createComment(asked.world, asked.token.login, number, body)
    return { status: 201, body: commentShape(asked.world, asked.origin, row) }
  })

function withComment(asked: Asked, act: (row: CommentRow) => Answer): Answer {
  const row = asked.world.tables.find('comments', asked.params['comment_id'] ?? '')
  return row === undefined ? notFound() : act(row)
}

const getComment: Operation = (asked) =>
  withComment(asked, (row) => ({ status: 200, body: commentShape(asked.world, asked.origin, row) }))

const updateComment: Operation = (asked) =>
  withComment(asked, (old) => {
    const { body } = asked.body as { body: string } // held against the description before
    const row = editComment(asked.world, asked.token.login, old, body)
    return { status: 200, body: commentShape(asked.world, asked.origin, row) }
  })

const removeComment: Operation = (asked) =>
  withComment(asked, (row) => {
    deleteComment(asked.world, asked.token.login, row)
    return { status: 204, body: null }
  })

const listLabels: Operation = (asked) =>
  page(asked, asked.world.tables.list('labels'), ({ name }) =>
    labelShape(asked.world, asked.origin, name),
  )

const createOneLabel: Operation = ({ world, origin, body }) => {
  const { description, ...label } = body as { name: string; color?: string; description?: string } // as above
  if (world.tables.find('labels', label.name.toLowerCase()) !== undefined) {
    return invalid('Label', 'name', 'already_exists')
  }
  if (label.color !== undefined && !/^[0-9a-f]{6}$/i.test(label.color)) {
    return invalid('Label', 'color', 'invalid')
  }
  createLabel(world, { ...label, description: description ?? null })
  return { status: 201, body: labelShape(world, origin, label.name) }
}

const listAssignees: Operation = (asked) => {
  const { owner } = getRepository(asked.world)
  const rows = asked.world.tables.list('users').filter(({ login }) => login !== owner)
  return page(asked, rows, ({ login }) => userShape(asked.world, asked.origin, login))
}

type HookInput = Partial<Pick<HookRow, 'active' | 'events' | 'config'>>

const createHook: Operation = ({ world, origin, body, token }) => {
  const { config, events = ['push'], active = true } = (body ?? {}) as HookInput // as above
  if (config?.url === undefined) return invalid('Hook', 'url', 'missing_field')
  const taken = world.tables.list('hooks').some((hook) => hook.config.url === config.url)
  if (taken) return invalid('Hook', 'base', 'custom', 'Hook already exists on this repository')
  const now = world.now()
  const row: HookRow = {
    id: world.nextId(),
    active,
    events,
    config,
    created_at: now,
    updated_at: now,
  }
  world.tables.put('hooks', row.id, row)
  world.emit({ event: 'ping', action: 'ping', actor: token.login, hook: row })
  return { status: 201, body: hookShape(world, origin, row) }
}

function withHook(asked: Asked, act: (row: HookRow) => Answer): Answer {
  const row = asked.world.tables.find('hooks', asked.params['hook_id'] ?? '')
  return row === undefined ? notFound() : act(row)
}

const updateHook: Operation = (asked) =>
  withHook(asked, (old) => {
    const row = { ...old, ...(asked.body as HookInput), updated_at: asked.world.now() } // as above
    asked.world.tables.put('hooks', row.id, row)
    return { status: 200, body: hookShape(asked.world, asked.origin, row) }
  })

export const operations: Record<string, Operation> = {
  'users/get-authenticated': ({ world, origin, token }) => ({
    status: 200,
    body: ownProfileShape(world, origin, token.login),
  }),
  'repos/get': ({ world, origin, token }) => ({
    status: 200,
    body: repositoryShape(world, origin, token.push),
  }),
  'issues/list-for-repo': listIssues,
  'issues/create': createOne,
  'issues/get': getOne,
  'issues/update': updateOne,
  'issues/list-comments-for-repo': listAllComments,
  'issues/list-comments': listCommentsOfOne,
  'issues/create-comment': createOneComment,
  'issues/get-comment': getComment,
  'issues/update-comment': updateComment,
  'issues/delete-comment': removeComment,
  'issues/list-labels-for-repo': listLabels,
  'issues/create-label': createOneLabel,
  'issues/list-assignees': listAssignees,
  'repos/list-webhooks': (asked) =>
    page(asked, asked.world.tables.list('hooks'), (row) =>
      hookShape(asked.world, asked.origin, row),
    ),
  'repos/create-webhook': createHook,
  'repos/get-webhook': (asked) =>
    withHook(asked, (row) => ({ status: 200, body: hookShape(asked.world, asked.origin, row) })),
  'repos/update-webhook': updateHook,
  'repos/delete-webhook': (asked) =>
    withHook(asked, ({ id }) => {
      asked.world.tables.remove('hooks', id)
      return { status: 204, body: null }
    }),
}
