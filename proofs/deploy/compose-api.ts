// The API keeps its contract where operators run it: its test suite against the containers of deploy/compose.yaml, confined as far as they go.
import { spawn } from 'node:child_process'
import { once } from 'node:events'
import { readFileSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { findFreePort } from '../../tests/harness/free-port.ts'
import { HOST_SUFFIX } from '../../tests/harness/service.ts'
import { atLeast, isTrue, none } from '../criteria.ts'
import { findApiSuite } from '../lib/containers/api-suite.ts'
import {
  type ComposeProject,
  createProject,
  watchStart,
} from '../lib/containers/compose-project.ts'
import { findLooseEnds } from '../lib/containers/confinement.ts'
import { ensureEngine, podman, root } from '../lib/containers/engine.ts'
import { buildImage, IMAGE } from '../lib/containers/image.ts'
import type { Proof, ProofOptions, Verdict } from '../proof.ts'

const SERVICES = ['api', 'worker']
const alone = ['tests/api/one-transaction.test.ts']

export const proof: Proof = {
  tier: 'release',
  tierReason: 'runs the API tests of `npm test` once more, inside containers',
  budgetSeconds: 900,
  cores: 2,
  requires: ['containers'],
  report: 'self-hosting',
  covers: ['deploy', 'Dockerfile', 'server/src'],
  claim:
    'the API test suite is green against the composed containers, which run as a user that is not root, with a read-only root, no capabilities and no way to new privileges',
  hasControl: true,
  async prove(options): Promise<Verdict> {
    await ensureEngine()
    await buildImage()
    const project = createProject()
    try {
      await start(project, options)
      const loose = await inspectAll(project, options)
      const noticed = await noticesLooseContainer(options)
      // It would send what the tests make to the addresses they make up.
      await project.compose('stop', 'worker')
      const { passed, failed, output } = await runSuite(project, options)
      if (failed > 0) options.log(output.slice(-6_000))
      const { files, left } = findApiSuite()
      return {
        figures: `${passed} passed and ${failed} failed in ${files.length} test files, ${left.length} files need a process of their own, ${loose} loose ends in ${SERVICES.length} containers, an unconfined container ${noticed ? 'noticed' : 'NOT noticed'}`,
        criteria: [
          none('failed API tests', failed),
          atLeast('passed API tests', passed, 1),
          none('gaps in the confinement of the containers', loose),
          isTrue('detection of an unconfined container', noticed),
        ],
      }
    } finally {
      await project.remove()
    }
  },
}

async function start(project: ComposeProject, { control }: ProofOptions): Promise<void> {
  await project.shell(`docker run --rm ${IMAGE} init --compose --host ${HOST_SUFFIX} > .env`)
  project.configure({
    SERVICE_ACP_PORT: String(await findFreePort()),
    // Tests send more than any tenant, and wrong keys on purpose.
    SERVICE_ACP_LIMIT_REQUESTS_PER_MINUTE: 'off',
    SERVICE_ACP_LIMIT_FAILED_KEYS_PER_MINUTE: 'off',
    SERVICE_ACP_LIMIT_IN_FLIGHT: 'off',
    SERVICE_ACP_LIMIT_EVENT_LOOP_DELAY: 'off',
    SERVICE_ACP_LIMIT_STREAM_DURATION: '100ms',
  })
  if (control) unconfine(join(project.folder, 'compose.yaml'))
  await Promise.all([watchStart(project), project.compose('up', '-d')])
}

function unconfine(file: string): void {
  const text = readFileSync(file, 'utf8')
  const confinement = /^ +(?:user|read_only|cap_drop|security_opt|mem_limit): .*\n/gm
  writeFileSync(file, text.replaceAll(confinement, ''))
}

async function inspectAll(project: ComposeProject, { log }: ProofOptions): Promise<number> {
  let count = 0
  for (const service of SERVICES) {
    const found = await findLooseEnds(project.container(service))
    log(`${service}: ${found.length > 0 ? found.join(', ') : 'confined'}`)
    count += found.length
  }
  return count
}

/** The inspection itself must be able to turn red. */
async function noticesLooseContainer({ log }: ProofOptions): Promise<boolean> {
  const args = ['--detach', '--user=root', '--entrypoint=sleep', IMAGE, '60']
  const container = await podman('run', ...args)
  try {
    const found = await findLooseEnds(container)
    log(`a container without any of it: ${found.join(', ')}`)
    return ['root', 'capabilities', 'privileges', 'read-only', 'write to /app', 'memory'].every(
      (word) => found.some((end) => end.includes(word)),
    )
  } finally {
    await podman('rm', '--force', '--time=0', container)
  }
}

type SuiteOutcome = { passed: number; failed: number; output: string }

async function runSuite(project: ComposeProject, { log }: ProofOptions): Promise<SuiteOutcome> {
  const { files, left } = findApiSuite()
  for (const { file, reason } of left) log(`not asked of a deployment: ${file}: ${reason}`)
  const env = {
    ...process.env,
    TEST_API_URL: project.url(),
    TEST_API_KEY: project.env()['SERVICE_ACP_API_KEY'],
    TEST_API_DATABASE_URL: await project.superuserUrl(),
  }
  // All share one database, so what makes a table refuse rows for a while comes when the others are done.
  const outcomes = [
    await runFiles(
      files.filter((file) => !alone.includes(file)),
      env,
    ),
    await runFiles(
      files.filter((file) => alone.includes(file)),
      env,
    ),
  ]
  return {
    passed: outcomes.reduce((sum, { passed }) => sum + passed, 0),
    failed: outcomes.reduce((sum, { failed }) => sum + failed, 0),
    output: outcomes.map(({ output }) => output).join(''),
  }
}

async function runFiles(files: string[], env: NodeJS.ProcessEnv): Promise<SuiteOutcome> {
  const args = ['tools/test.ts', ...files.map((file) => join(root, file))]
  const child = spawn(process.execPath, args, { cwd: root, env })
  let output = ''
  child.stdout.on('data', (chunk: Buffer) => void (output += chunk.toString()))
  child.stderr.on('data', (chunk: Buffer) => void (output += chunk.toString()))
  await once(child, 'close')
  const [, passed = '0', failed = '1'] = /(\d+) passed, (\d+) failed\s*$/.exec(output) ?? []
  return { passed: Number(passed), failed: Number(failed), output }
}
