// Everything an operator starts from says the same: the schema of the configuration, .env.example, the compositions, the
// manifests and the documents. Each kind of disagreement is planted once and must be seen.
import assert from 'node:assert/strict'
import { execFileSync } from 'node:child_process'
import { existsSync, globSync, readFileSync } from 'node:fs'
import { join } from 'node:path'
import { describe, test } from 'node:test'
import { parseEnv } from 'node:util'
import { parse } from 'yaml'
import { generateComposeEnv } from '../server/src/config/compose-env.ts'
import { entries, isVariableName, variables } from '../server/src/config/schema.ts'
import { findUnknownNames } from './deploy/name-faults.ts'
import { readComposition, readManifest, SECRET_KEYS, type Workload } from './deploy/workload.ts'
import { findFaults } from './deploy/workload-faults.ts'

const root = join(import.meta.dirname, '..')
const read = (file: string) => readFileSync(join(root, file), 'utf8')
const { version } = JSON.parse(read('server/package.json')) as { version: string } // our own file

const MANIFESTS = globSync('deploy/serverless/*/*.yaml', { cwd: root }).toSorted()
const env = parseEnv(generateComposeEnv({})) as Record<string, string> // every value is a text

function faultsOf(workloads: readonly Workload[]): string[] {
  return workloads.flatMap((workload) => findFaults(workload, version))
}

/** Files that people and platforms read, as git knows them. */
function listFiles(): string[] {
  const patterns = ['*.md', 'deploy/*', '.env.example', 'Dockerfile']
  const listed = execFileSync('git', ['ls-files', '-z', '--', ...patterns], {
    cwd: root,
    encoding: 'utf8',
  })
  return listed.split('\0').filter((file) => file !== '' && existsSync(join(root, file)))
}

describe('variables', () => {
  test('every one that a document or a deployment names exists', () => {
    const unknown = listFiles().flatMap((file) =>
      findUnknownNames(read(file)).map((name) => `${file}: ${name}`),
    )
    assert.deepEqual(unknown, [])
  })

  test('.env.example has all of them, and no other', () => {
    const named = new Set(read('.env.example').match(/^#? ?[A-Z_]+(?==)/gm) ?? [])
    assert.deepEqual(
      [...named].map((name) => name.replace(/^# ?/, '')).toSorted(),
      entries.map(([name]) => name).toSorted(),
    )
  })

  test('control: a name that does not exist is seen, and one that does is not', () => {
    const text =
      'set SERVICE_ACP_PORT, SERVICE_ACP_POOL_SIZE, DATABASE_URL_FILE, SERVICE_ACP_PORT_FILE'
    assert.deepEqual(findUnknownNames(text), ['SERVICE_ACP_POOL_SIZE', 'SERVICE_ACP_PORT_FILE'])
  })
})

const composition = (files: readonly string[], change = (text: string) => text) =>
  readComposition(
    files.join(' '),
    files.map((file) => change(read(`deploy/${file}`))),
    { ...env, SERVICE_ACP_HOST: 'tasks.example.com' },
  )

const servicesOf = (workloads: readonly Workload[]) =>
  workloads.map(({ place }) => place.split(' ').at(-1))

describe('compositions', () => {
  test('start with what `init --compose` makes, on the port they publish', () => {
    const workloads = composition(['compose.yaml'])
    assert.deepEqual(servicesOf(workloads), ['migrate', 'api', 'worker'])
    assert.deepEqual(faultsOf(workloads), [])
  })

  test('so do those on top of it', () => {
    const single = composition(['compose.yaml', 'compose.single.yaml'])
    assert.deepEqual(servicesOf(single), ['api'])
    assert.deepEqual(faultsOf(single), [])
    const watched = composition(['compose.yaml', 'compose.monitoring.yaml'])
    assert.deepEqual(servicesOf(watched), ['migrate', 'api', 'worker'])
    assert.deepEqual(faultsOf(watched), [])
    const caddy = composition(['compose.yaml', 'compose.caddy.yaml'])
    assert.deepEqual(servicesOf(caddy), ['migrate', 'api', 'worker'])
    assert.deepEqual(faultsOf(caddy), [])
  })

  test('what they read from .env is a variable of the service, or their README explains it', () => {
    const readme = read('deploy/README.md')
    const files = globSync('deploy/compose*.yaml', { cwd: root })
    const unexplained = files.flatMap((file) =>
      [...read(file).matchAll(/\$\{(\w+)/g)]
        .map(([, name = '']) => name)
        .filter((name) => !isVariableName(name) && !readme.includes(`\`${name}\``))
        .map((name) => `${file}: ${name}`),
    )
    assert.equal(files.length, 5)
    assert.deepEqual(unexplained, [])
  })

  test('the proxy in front asks the port that the API listens on', () => {
    const port = variables.SERVICE_ACP_PORT.default
    assert.match(read('deploy/Caddyfile'), new RegExp(`reverse_proxy api:${port}\\b`))
    assert.match(read('Dockerfile'), new RegExp(`^EXPOSE ${port}$`, 'm'))
  })

  test('control: a wrong name, port, command, image and grace are each seen', () => {
    const planted: [RegExp, string, RegExp][] = [
      [/SERVICE_ACP_BIND: 0/, 'SERVICE_ACP_BINDING: 0', /SERVICE_ACP_BINDING/],
      [/SERVICE_ACP_PORT: "8001"/, 'SERVICE_ACP_PORT: "8002"', /listens on 8002/],
      [/command: migrate/, 'command: upgrade', /no command upgrade/],
      [/--role api/, '--only api', /no option --only/],
      [/task-service:[\d.]+/, 'task-service:0.0.1', /is not task-service/],
      [/stop_grace_period: 15s/, 'stop_grace_period: 5s', /is killed after 5 s/],
    ]
    for (const [from, to, seen] of planted) {
      const faults = faultsOf(composition(['compose.yaml'], (text) => plant(text, from, to)))
      assert.match(faults.join('\n'), seen)
    }
    const base = read('deploy/compose.yaml')
    const overlay = plant(read('deploy/compose.single.yaml'), /--migrate/, '--migrating')
    const faults = faultsOf(readComposition('single', [base, overlay], env))
    assert.match(faults.join('\n'), /no option --migrating/)
  })
})

function plant(text: string, from: RegExp, to: string): string {
  const planted = text.replace(from, to)
  assert.notEqual(planted, text, `${from} is not in the file`)
  return planted
}

function connectionsOf(platform: string, name: string): number {
  const file = `deploy/serverless/${platform}/${name}.yaml`
  const [workload] = readManifest(file, read(file))
  const besidePool = name === 'worker' ? 6 : 5
  return Number(workload?.env['SERVICE_ACP_DB_POOL_SIZE']) + besidePool
}

describe('serverless manifests', () => {
  test('would start: secrets are mounted, names and values are right, ports and probes agree', () => {
    assert.equal(MANIFESTS.length, 6)
    for (const file of MANIFESTS) {
      const workloads = readManifest(file, read(file))
      assert.equal(workloads.length, 1, file)
      assert.deepEqual(faultsOf(workloads), [])
    }
  })

  test('each platform has the API, the worker and the migration', () => {
    for (const platform of ['cloud-run', 'knative']) {
      const commands = MANIFESTS.filter((file) => file.includes(platform)).flatMap((file) =>
        readManifest(file, read(file)).map(({ args }) => args.slice(0, 3).join(' ')),
      )
      const wanted = [/^serve --role api/, /^migrate/, /^serve --role worker/]
      for (const command of wanted)
        assert.ok(
          commands.some((one) => command.test(one)),
          platform,
        )
    }
  })

  test('the Secret of Kubernetes has the keys that are mounted', () => {
    const made = read('deploy/serverless/knative/api.yaml').match(/(?<=--from-file=)[\w-]+/g)
    assert.deepEqual(made, SECRET_KEYS)
  })

  test('connections fit PostgreSQL as it comes, as the guide reckons', () => {
    for (const platform of ['cloud-run', 'knative']) {
      const file = `deploy/serverless/${platform}/api.yaml`
      const annotations = parse(read(file)).spec.template.metadata.annotations
      const most = Number(
        annotations['autoscaling.knative.dev/maxScale'] ??
          annotations['autoscaling.knative.dev/max-scale'],
      )
      const [api, worker] = [connectionsOf(platform, 'api'), connectionsOf(platform, 'worker')]
      const connections = 2 * (most * api + worker) + 1
      assert.ok(connections <= 97, `${file}: ${connections} connections`)
      assert.ok(read('docs/guide/serverless.md').includes(`+ 1 = ${connections},`), file)
    }
  })

  test('control: each kind of mistake in a manifest is seen', () => {
    const planted: [RegExp, string, RegExp][] = [
      [/name: SERVICE_ACP_DB_POOL_SIZE/, 'name: SERVICE_ACP_POOL_SIZE', /SERVICE_ACP_POOL_SIZE/],
      [/value: "5"/, 'value: many', /SERVICE_ACP_DB_POOL_SIZE/],
      [/.*SERVICE_ACP_API_KEY_FILE.*\n/, '', /SERVICE_ACP_API_KEY/],
      [/\/secrets\/master-key/, '/secrets/masterkey', /nothing is mounted at \/secrets\/masterkey/],
      [/DATABASE_URL_FILE, value: \S+/, 'DATABASE_URL, value: x', /stands in the file itself/],
      [/path: \/healthz/, 'path: /health', /liveness asks \/health/],
      [/path: \/readyz/, 'path: /healthz', /asks \/healthz instead of \/readyz/],
      [/task-service:[\d.]+/, 'task-service:latest', /is not task-service/],
      [
        /(env:\n)/,
        '$1            - { name: SERVICE_ACP_PORT, value: "8001" }\n',
        /listens on 8001/,
      ],
    ]
    for (const file of MANIFESTS.filter((name) => name.endsWith('api.yaml'))) {
      for (const [from, to, seen] of planted) {
        const faults = faultsOf(readManifest(file, plant(read(file), from, to)))
        assert.match(faults.join('\n'), seen, file)
      }
    }
  })
})
