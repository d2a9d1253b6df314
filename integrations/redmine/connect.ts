// Connecting: which host, whether the key works and may do what is needed, and what can be chosen there.
import { type Choice, type ChoiceKind, type ConnectionReport, Failure } from '@task-service/kit'
import { call, get, getAll, getIssues, projectPath } from './call.ts'
import { type Config, type Context, type Issue, type Named, rootOf } from './wire.ts'

export const hosts = (config: Config): string[] => [new URL(rootOf(config)).host]

type User = { id: number; login: string; firstname: string; lastname: string; admin?: boolean }
type Membership = { project: Named; roles: Named[] }
type Project = Named & { status?: number }

/** Names as Redmine shows them where roles are edited. */
const neededRights: Readonly<Record<string, string>> = {
  view_issues: 'View issues',
  add_issues: 'Add issues',
  edit_issues: 'Edit issues',
  add_issue_notes: 'Add notes',
}

const closedProject = 5

export async function testConnection(ctx: Context): Promise<ConnectionReport> {
  // The one page that no anonymous visitor gets: elsewhere a wrong key may be answered as if there were none.
  const path = '/users/current.json?include=memberships'
  const sent = ctx.now().getTime()
  const response = await call(ctx, { path })
  const { user } = readUser(response.body)
  const { project } = await get<{ project: Project }>(ctx, projectPath(ctx))
  const { issues, total_count } = await getIssues(ctx, { sort: 'updated_on:desc' }, 25)
  const [sample] = issues
  const { date } = response.headers
  return {
    self: { id: String(user.id), name: `${user.firstname} ${user.lastname}`.trim() || user.login },
    server: { name: 'Redmine' },
    missingScopes: await findMissingRights(ctx, user, project),
    warnings: warningsOf(ctx.config, project, issues),
    ...(date !== undefined && { clockSkewMs: Date.parse(date) - sent }),
    sample:
      sample === undefined
        ? null
        : { title: sample.subject, url: `${rootOf(ctx.config)}/issues/${sample.id}` },
    total: total_count,
  }
}

type CurrentUser = { user: User & { memberships?: Membership[] } }

function readUser(body: string): CurrentUser {
  try {
    const found = JSON.parse(body) as Partial<CurrentUser> // the shape is Redmine's promise
    if (found.user?.id !== undefined) return found as CurrentUser // has its only field
  } catch {}
  throw new Failure('protocol', 'The server did not respond like Redmine.', {
    fix: 'Check the URL: it must be the one that opens Redmine.',
  })
}

async function findMissingRights(
  ctx: Context,
  user: CurrentUser['user'],
  project: Project,
): Promise<string[]> {
  if (user.admin === true) return []
  const membership = user.memberships?.find((one) => one.project.id === project.id)
  if (membership === undefined) return [`a role in the project "${project.name}"`]
  const roles = await Promise.all(
    membership.roles.map(({ id }) =>
      get<{ role: { permissions?: string[] } }>(ctx, `/roles/${id}.json`),
    ),
  )
  const rights = new Set(roles.flatMap(({ role }) => role.permissions ?? Object.keys(neededRights)))
  return Object.entries(neededRights)
    .filter(([right]) => !rights.has(right))
    .map(([, name]) => name)
}

function warningsOf(config: Config, { status, name }: Project, issues: Issue[]): string[] {
  const warnings: string[] = []
  const isTextile = config.text_format === 'textile'
  if (isTextile) {
    warnings.push(
      'Textile is not converted to Markdown, and the HTML comment that marks items of Task Service is visible in Redmine.',
    )
  } else if (issues.some(({ description }) => looksLikeTextile(description ?? ''))) {
    warnings.push(
      'Some descriptions look like Textile. If Redmine is set to Textile, choose it under "Text formatting".',
    )
  }
  if (status === closedProject) warnings.push(`The project "${name}" is closed and read-only.`)
  return warnings
}

const looksLikeTextile = (text: string): boolean =>
  /^h[1-6]\. |^bq\. |<pre><code class=|"[^"\n]+":https?:\/\//m.test(text)

export async function discover(ctx: Context, what: ChoiceKind): Promise<Choice[]> {
  if (what === 'containers') return await findProjects(ctx)
  if (what === 'statuses') return await findStatuses(ctx)
  if (what === 'priorities') return await findPriorities(ctx)
  return what === 'people' ? await findPeople(ctx) : await findFields(ctx)
}

async function findProjects(ctx: Context): Promise<Choice[]> {
  const projects = await getAll<Named & { identifier: string }>(ctx, '/projects.json', 'projects')
  return projects.map(({ identifier, name }) => ({ id: identifier, name }))
}

async function findStatuses(ctx: Context): Promise<Choice[]> {
  const { issue_statuses } = await get<{ issue_statuses: (Named & { is_closed?: boolean })[] }>(
    ctx,
    '/issue_statuses.json',
  )
  return issue_statuses.map(({ id, name, is_closed }, index) => ({
    id: String(id),
    name,
    group: is_closed ? closedGroup(name) : openGroup(name, index),
  }))
}

const closedGroup = (name: string): 'canceled' | 'done' =>
  /reject|cancel|won.?t|invalid|duplicat|abgelehnt|abgebrochen|ungültig/i.test(name)
    ? 'canceled'
    : 'done'

/** The first one is where issues begin. */
const openGroup = (name: string, index: number): 'open' | 'started' =>
  index === 0 || /new|open|todo|backlog|neu|offen/i.test(name) ? 'open' : 'started'

async function findPriorities(ctx: Context): Promise<Choice[]> {
  const { issue_priorities } = await get<{ issue_priorities: (Named & { active?: boolean })[] }>(
    ctx,
    '/enumerations/issue_priorities.json',
  )
  return issue_priorities
    .filter(({ active }) => active !== false)
    .map(({ id, name }) => ({ id: String(id), name }))
}

async function findPeople(ctx: Context): Promise<Choice[]> {
  const path = `/projects/${encodeURIComponent(ctx.config.project)}/memberships.json`
  const members = await getAll<{ user?: Named }>(ctx, path, 'memberships')
  const people = members.flatMap(({ user }) => (user === undefined ? [] : [user]))
  return people.map(({ id, name }) => ({ id: String(id), name }))
}

type CustomField = Named & {
  customized_type?: string
  field_format?: string
  is_required?: boolean
}

async function findFields(ctx: Context): Promise<Choice[]> {
  const answer = await call(ctx, { path: '/custom_fields.json', expect: [403] })
  if (answer.status !== 403) {
    const { custom_fields } = JSON.parse(answer.body) as { custom_fields: CustomField[] } // Redmine's promise
    return custom_fields
      .filter(({ customized_type }) => customized_type === 'issue')
      .map(({ id, name, field_format = '', is_required }) => ({
        id: String(id),
        name,
        type: typeOf(field_format),
        required: is_required === true,
      }))
  }
  // Only administrators may list all of them; other accounts see those of the issues.
  const { issues } = await getIssues(ctx, { sort: 'updated_on:desc' }, 25)
  const fields = new Map(
    issues.flatMap(({ custom_fields }) => (custom_fields ?? []).map(({ id, name }) => [id, name])),
  )
  return [...fields].map(([id, name]) => ({ id: String(id), name }))
}

function typeOf(format: string): NonNullable<Choice['type']> {
  if (format === 'int' || format === 'float') return 'number'
  if (format === 'bool') return 'boolean'
  if (format === 'date') return 'date'
  return ['list', 'enumeration', 'user', 'version'].includes(format) ? 'choice' : 'text'
}
