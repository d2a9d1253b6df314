// Cuts what the emulator is judged by out of GitHub's own descriptions: `node integrations/github/testing/refresh-contract.ts`.
// The packages are too large to depend on, so each is fetched once into a temporary folder and one file of it is read.
import { execFileSync } from 'node:child_process'
import { mkdtempSync, readdirSync, readFileSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'

type Tree = { [name: string]: unknown }

const target = join(import.meta.dirname, 'contract')
const file = 'package/generated/api.github.com.json'

const rest = {
  pack: '@octokit/openapi@23.0.2',
  root: 'paths',
  keep: [
    '/user',
    '/rate_limit',
    '/repos/{owner}/{repo}',
    '/repos/{owner}/{repo}/issues',
    '/repos/{owner}/{repo}/issues/{issue_number}',
    '/repos/{owner}/{repo}/issues/comments',
    '/repos/{owner}/{repo}/issues/{issue_number}/comments',
    '/repos/{owner}/{repo}/issues/comments/{comment_id}',
    '/repos/{owner}/{repo}/labels',
    '/repos/{owner}/{repo}/assignees',
    '/repos/{owner}/{repo}/hooks',
    '/repos/{owner}/{repo}/hooks/{hook_id}',
  ],
  output: 'rest.json',
}

const webhooks = {
  pack: '@octokit/openapi-webhooks@12.1.0',
  root: 'webhooks',
  keep: [
    ...['opened', 'edited', 'closed', 'reopened', 'deleted', 'transferred'].map(
      (action) => `issues-${action}`,
    ),
    ...['assigned', 'unassigned', 'labeled', 'unlabeled'].map((action) => `issues-${action}`),
    ...['created', 'edited', 'deleted'].map((action) => `issue-comment-${action}`),
    'ping',
  ],
  output: 'webhooks.json',
}

const isTree = (value: unknown): value is Tree =>
  typeof value === 'object' && value !== null && !Array.isArray(value)

/** Prose and examples judge nothing and make nine tenths of the size. */
const prose = new Set(['description', 'summary', 'example', 'examples', 'externalDocs'])

/** A property may itself be called `description`, so names of properties are never dropped. */
function withoutProse(value: unknown, areNames = false): unknown {
  if (Array.isArray(value)) return value.map((item) => withoutProse(item))
  if (!isTree(value)) return value
  const entries = Object.entries(value).filter(
    ([name]) => areNames || !(prose.has(name) || name.startsWith('x-')),
  )
  return Object.fromEntries(
    entries.map(([name, inner]) => [
      name,
      withoutProse(inner, !areNames && (name === 'properties' || name === 'schemas')),
    ]),
  )
}

function findRefs(value: unknown): string[] {
  if (Array.isArray(value)) return value.flatMap(findRefs)
  if (!isTree(value)) return []
  return Object.entries(value).flatMap(([name, inner]) =>
    name === '$ref' && typeof inner === 'string' ? [inner] : findRefs(inner),
  )
}

function cut(whole: Tree, root: string, keep: string[]): Tree {
  const all = whole[root] as Tree // the description of the vendor has it
  const kept = Object.fromEntries(keep.map((name) => [name, withoutProse(all[name])]))
  const components: Record<string, Tree> = {}
  const waiting = findRefs(kept)
  for (let ref = waiting.pop(); ref !== undefined; ref = waiting.pop()) {
    const [, , group = '', name = ''] = ref.split('/')
    components[group] ??= {}
    if (name in components[group]) continue
    const found = withoutProse((whole['components'] as Record<string, Tree>)[group]?.[name]) // as above
    components[group][name] = found
    waiting.push(...findRefs(found))
  }
  const { openapi, info } = whole
  return { openapi, info, [root]: kept, components }
}

for (const { pack, root, keep, output } of [rest, webhooks]) {
  const dir = mkdtempSync(join(tmpdir(), 'task-service-contract-'))
  try {
    execFileSync('npm', ['pack', '--silent', '--pack-destination', dir, pack])
    const archive = readdirSync(dir).find((name) => name.endsWith('.tgz')) ?? ''
    execFileSync('tar', ['-xzf', join(dir, archive), '-C', dir, file])
    const whole = JSON.parse(readFileSync(join(dir, file), 'utf8')) as Tree // an OpenAPI document
    writeFileSync(join(target, output), `${JSON.stringify(cut(whole, root, keep), null, 1)}\n`)
  } finally {
    rmSync(dir, { recursive: true })
  }
}
