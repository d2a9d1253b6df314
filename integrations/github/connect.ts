// Connecting a repository: which host, whether the token can do what is needed, and what there is to choose from.
import {
  type Choice,
  type ChoiceKind,
  type ConnectionReport,
  Failure,
  parseJson,
} from '@task-service/kit'
import { call, get, getAll, repositoryPath, userPath } from './call.ts'
import { type Config, type Context, type Issue, readPerson, statuses, type User } from './wire.ts'

type Repository = {
  full_name: string
  has_issues: boolean
  archived: boolean
  permissions?: { push?: boolean }
}

export const hosts = ({ base_url }: Config): string[] => [new URL(base_url).host]

export async function testConnection(ctx: Context): Promise<ConnectionReport> {
  // Also of a public repository: without this a wrong token might go unnoticed.
  const user = await call(ctx, { to: userPath(ctx) })
  const repository = await get<Repository>(ctx, repositoryPath(ctx))
  if (!repository.has_issues) {
    const fix = 'Enable issues in the settings of the repository, or choose another one.'
    throw new Failure('not_found', 'Issues are disabled in this repository.', { fix })
  }
  const newest = await call(ctx, { to: '/issues?state=all&per_page=10', expect: [403] })
  const rows = newest.status === 403 ? [] : (parseJson(newest) as Issue[]) // the shape is GitHub's promise
  const sample = rows.find(({ pull_request }) => pull_request === undefined)
  const { date, 'x-github-enterprise-version': version } = user.headers
  return {
    self: readPerson(parseJson(user) as User), // as above
    server: { name: 'GitHub', ...(version !== undefined && { version }) },
    missingScopes: newest.status === 403 ? ['issues=read'] : [],
    warnings: await findWarnings(ctx, repository),
    ...(date !== undefined && { clockSkewMs: Date.parse(date) - ctx.now().getTime() }),
    sample: sample === undefined ? null : { title: sample.title, url: sample.html_url },
  }
}

async function findWarnings(
  ctx: Context,
  { archived, permissions }: Repository,
): Promise<string[]> {
  const hooks = await call(ctx, { to: '/hooks?per_page=1', expect: [403, 404] })
  return [
    ...(archived ? ['The repository is archived: changes cannot be pushed to it.'] : []),
    ...(permissions?.push === false
      ? [
          'The token has no write access to the repository: GitHub silently ignores labels and assignees.',
        ]
      : []),
    ...(hooks.status === 200
      ? []
      : ['The token cannot manage webhooks: changes are polled and do not arrive immediately.']),
  ]
}

export async function discover(ctx: Context, what: ChoiceKind): Promise<Choice[]> {
  if (what === 'statuses') return statuses
  if (what === 'people') {
    const people = await getAll<User>(ctx, '/assignees?per_page=100')
    return people.map(({ login }) => ({ id: login, name: login }))
  }
  if (what === 'containers') {
    const { full_name } = await get<Repository>(ctx, repositoryPath(ctx))
    return [{ id: full_name, name: full_name }]
  }
  // Issues have neither priorities nor fields that only some repositories have.
  return []
}
