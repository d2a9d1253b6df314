// The rows of the emulator in GitHub's own shapes. URLs are built for each response, from the host of the request.
import type { CommentRow, HookRow, IssueRow, World } from './world.ts'
import { getRepository, listComments } from './world.ts'

type Shape = Record<string, unknown>

const web = 'https://github.test'
const node = (kind: string, id: number): string => Buffer.from(`${kind}${id}`).toString('base64')

export function userShape(world: World, origin: string, login: string): Shape {
  const { id } = world.tables.find('users', login) ?? { id: 10_137 }
  const url = `${origin}/users/${login}`
  return {
    login,
    id,
    node_id: node('U_', id),
    avatar_url: `${web}/avatars/${id}`,
    gravatar_id: '',
    url,
    html_url: `${web}/${login}`,
    followers_url: `${url}/followers`,
    following_url: `${url}/following{/other_user}`,
    gists_url: `${url}/gists{/gist_id}`,
    starred_url: `${url}/starred{/owner}{/repo}`,
    subscriptions_url: `${url}/subscriptions`,
    organizations_url: `${url}/orgs`,
    repos_url: `${url}/repos`,
    events_url: `${url}/events{/privacy}`,
    received_events_url: `${url}/received_events`,
    type: 'User',
    user_view_type: 'public',
    site_admin: false,
  }
}

export const ownProfileShape = (world: World, origin: string, login: string): Shape => ({
  ...userShape(world, origin, login),
  name: login,
  company: null,
  blog: '',
  location: null,
  email: null,
  hireable: null,
  bio: null,
  twitter_username: null,
  public_repos: 1,
  public_gists: 0,
  followers: 0,
  following: 0,
  created_at: '2020-01-01T00:00:00Z',
  updated_at: '2020-01-01T00:00:00Z',
})

const repositoryLinks: Record<string, string> = {
  archive_url: '/{archive_format}{/ref}',
  assignees_url: '/assignees{/user}',
  blobs_url: '/git/blobs{/sha}',
  branches_url: '/branches{/branch}',
  collaborators_url: '/collaborators{/collaborator}',
  comments_url: '/comments{/number}',
  commits_url: '/commits{/sha}',
  compare_url: '/compare/{base}...{head}',
  contents_url: '/contents/{+path}',
  contributors_url: '/contributors',
  deployments_url: '/deployments',
  downloads_url: '/downloads',
  events_url: '/events',
  forks_url: '/forks',
  git_commits_url: '/git/commits{/sha}',
  git_refs_url: '/git/refs{/sha}',
  git_tags_url: '/git/tags{/sha}',
  hooks_url: '/hooks',
  issue_comment_url: '/issues/comments{/number}',
  issue_events_url: '/issues/events{/number}',
  issues_url: '/issues{/number}',
  keys_url: '/keys{/key_id}',
  labels_url: '/labels{/name}',
  languages_url: '/languages',
  merges_url: '/merges',
  milestones_url: '/milestones{/number}',
  notifications_url: '/notifications{?since,all,participating}',
  pulls_url: '/pulls{/number}',
  releases_url: '/releases{/id}',
  stargazers_url: '/stargazers',
  statuses_url: '/statuses/{sha}',
  subscribers_url: '/subscribers',
  subscription_url: '/subscription',
  tags_url: '/tags',
  teams_url: '/teams',
  trees_url: '/git/trees{/sha}',
}

export const repositoryUrl = (world: World, origin: string): string => {
  const { owner, name } = getRepository(world)
  return `${origin}/repos/${owner}/${name}`
}

export function repositoryShape(world: World, origin: string, push = true): Shape {
  const { id, owner, name, hasIssues } = getRepository(world)
  const url = repositoryUrl(world, origin)
  const page = `${web}/${owner}/${name}`
  const open = world.tables.list('issues').filter((row) => row.state === 'open').length
  const links = Object.entries(repositoryLinks).map(([key, path]) => [key, `${url}${path}`])
  return {
    id,
    node_id: node('R_', id),
    name,
    full_name: `${owner}/${name}`,
    private: true,
    owner: userShape(world, origin, owner),
    html_url: page,
    description: null,
    fork: false,
    url,
    ...Object.fromEntries(links),
    git_url: `git://github.test/${owner}/${name}.git`,
    ssh_url: `git@github.test:${owner}/${name}.git`,
    clone_url: `${page}.git`,
    svn_url: page,
    homepage: null,
    size: 108,
    stargazers_count: 0,
    watchers_count: 0,
    watchers: 0,
    language: null,
    has_issues: hasIssues,
    has_projects: false,
    has_downloads: true,
    has_wiki: false,
    has_pages: false,
    has_discussions: false,
    forks_count: 0,
    forks: 0,
    mirror_url: null,
    archived: false,
    disabled: false,
    open_issues_count: open,
    open_issues: open,
    license: null,
    allow_forking: true,
    is_template: false,
    web_commit_signoff_required: false,
    topics: [],
    visibility: 'private',
    default_branch: 'main',
    permissions: { admin: false, maintain: false, push, triage: push, pull: true },
    network_count: 0,
    subscribers_count: 0,
    pushed_at: '2020-01-01T00:00:00Z',
    created_at: '2020-01-01T00:00:00Z',
    updated_at: '2020-01-01T00:00:00Z',
  }
}

export function labelShape(world: World, origin: string, name: string): Shape {
  const row = world.tables.find('labels', name.toLowerCase())
  const { id, color, description } = row ?? { id: 1, color: 'ededed', description: null }
  return {
    id,
    node_id: node('LA_', id),
    url: `${repositoryUrl(world, origin)}/labels/${encodeURIComponent(name)}`,
    name: row?.name ?? name,
    color,
    default: false,
    description,
  }
}

const reactionsShape = (url: string): Shape => ({
  url: `${url}/reactions`,
  total_count: 0,
  '+1': 0,
  '-1': 0,
  laugh: 0,
  hooray: 0,
  confused: 0,
  heart: 0,
  rocket: 0,
  eyes: 0,
})

export function issueShape(world: World, origin: string, row: IssueRow): Shape {
  const repository = repositoryUrl(world, origin)
  const url = `${repository}/issues/${row.number}`
  const { owner, name } = getRepository(world)
  const page = `${web}/${owner}/${name}/${row.pull ? 'pull' : 'issues'}/${row.number}`
  const people = row.assignees.map((login) => userShape(world, origin, login))
  return {
    url,
    repository_url: repository,
    labels_url: `${url}/labels{/name}`,
    comments_url: `${url}/comments`,
    events_url: `${url}/events`,
    html_url: page,
    id: row.id,
    node_id: node('I_', row.id),
    number: row.number,
    title: row.title,
    user: userShape(world, origin, row.author),
    labels: row.labels.map((label) => labelShape(world, origin, label)),
    state: row.state,
    locked: false,
    assignee: people[0] ?? null,
    assignees: people,
    milestone: null,
    comments: listComments(world, row.number).length,
    created_at: row.created_at,
    updated_at: row.updated_at,
    closed_at: row.closed_at,
    author_association: 'MEMBER',
    active_lock_reason: null,
    body: row.body,
    reactions: reactionsShape(url),
    timeline_url: `${url}/timeline`,
    performed_via_github_app: null,
    state_reason: row.state_reason,
    ...(row.pull && { draft: false, pull_request: pullLinks(repository, page, row.number) }),
  }
}

const pullLinks = (repository: string, page: string, number: number): Shape => ({
  url: `${repository}/pulls/${number}`,
  html_url: page,
  diff_url: `${page}.diff`,
  patch_url: `${page}.patch`,
  merged_at: null,
})

export function commentShape(world: World, origin: string, row: CommentRow): Shape {
  const repository = repositoryUrl(world, origin)
  const url = `${repository}/issues/comments/${row.id}`
  const { owner, name } = getRepository(world)
  const kind = world.tables.find('issues', row.number)?.pull ? 'pull' : 'issues'
  return {
    url,
    html_url: `${web}/${owner}/${name}/${kind}/${row.number}#issuecomment-${row.id}`,
    issue_url: `${repository}/issues/${row.number}`,
    id: row.id,
    node_id: node('IC_', row.id),
    user: userShape(world, origin, row.author),
    created_at: row.created_at,
    updated_at: row.updated_at,
    author_association: 'MEMBER',
    body: row.body,
    reactions: reactionsShape(url),
    performed_via_github_app: null,
  }
}

export function hookShape(world: World, origin: string, row: HookRow): Shape {
  const url = `${repositoryUrl(world, origin)}/hooks/${row.id}`
  const { secret, ...config } = row.config
  return {
    type: 'Repository',
    id: row.id,
    name: 'web',
    active: row.active,
    events: row.events,
    // What was entered is never given back.
    config: { ...config, ...(secret !== undefined && { secret: '********' }) },
    updated_at: row.updated_at,
    created_at: row.created_at,
    url,
    test_url: `${url}/test`,
    ping_url: `${url}/pings`,
    deliveries_url: `${url}/deliveries`,
    last_response: { code: null, status: 'unused', message: null },
  }
}
