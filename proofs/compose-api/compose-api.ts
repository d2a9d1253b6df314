// Verifies the API where operators run it: its test suite against the hardened containers of deploy/compose.yaml.
import { spawn } from 'node:child_process'
import { once } from 'node:events'
import { readFileSync, writeFileSync } from 'node:fs'
import { basename, join } from 'node:path'
import { packTestPlugins } from '../../tests/harness/agent/pack-test-plugins.ts'
import {
  type ComposeProject,
  createProject,
  watchStart,
} from '../../tests/harness/containers/compose-project.ts'
import { findLooseEnds } from '../../tests/harness/containers/confinement.ts'
import { ensureEngine, podman, root } from '../../tests/harness/containers/engine.ts'
import { createNetwork } from '../../tests/harness/containers/gateway.ts'
import { buildImage, IMAGE } from '../../tests/harness/containers/image.ts'
import { findFreePort } from '../../tests/harness/free-port.ts'
import { HOST_SUFFIX, UNLIMITED } from '../../tests/harness/service.ts'
import { findApiSuite } from '../../tools/api-suite.ts'
import { atLeast, isTrue, none } from '../../tools/programs/criteria.ts'
import type { Proof, ProofOptions, Verdict } from '../../tools/programs/proof.ts'

const SERVICES = ['api', 'worker']

export const proof: Proof = {
  tier: 'release',
  tierReason: 'reruns the API tests from `npm test` inside containers',
  budgetSeconds: 900,
  cores: 2,
  requires: ['containers'],
  report: 'self-hosting',
  covers: ['deploy', 'Dockerfile', 'server/src'],
  claim:
    'the API test suite passes against the containers of deploy/compose.yaml, which run as a non-root user with a read-only root file system, no capabilities and no-new-privileges',
  hasControl: true,
  async prove(options): Promise<Verdict> {
    const lap = timeParts(options)
    await ensureEngine()
    lap('the engine')
    await buildImage()
    lap('the image')
    const project = createProject()
    try {
      const here = await start(project, options)
      lap('the start')
      const loose = await inspectAll(project, options)
      const noticed = await noticesLooseContainer(options)
      // It would send what the tests make to the addresses they make up.
      await project.compose('stop', 'worker')
      lap('the inspection')
      const { passed, failed, files, output } = await runSuite(project, here, options)
      lap('the tests')
      if (failed > 0) options.log(output.slice(-6_000))
      const { left } = findApiSuite()
      return {
        figures: `${passed} passed and ${failed} failed in ${files} test files, ${left.length} files need a process of their own, ${loose} loose ends in ${SERVICES.length} containers, an unconfined container ${noticed ? 'noticed' : 'NOT noticed'}`,
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

function timeParts({ log }: ProofOptions): (part: string) => void {
  let since = performance.now()
  return (part) => {
    log(`${part} took ${((performance.now() - since) / 1_000).toFixed(1)} s`)
    since = performance.now()
  }
}

/** The address at which the containers find this machine. */
async function start(project: ComposeProject, { control }: ProofOptions): Promise<string> {
  const here = await createNetwork(project)
  await project.shell(`docker run --rm ${IMAGE} init --compose --host ${HOST_SUFFIX} > .env`)
  project.configure({
    SERVICE_ACP_PORT: String(await findFreePort()),
    ...UNLIMITED,
    SERVICE_ACP_EGRESS_ALLOW: here,
    SERVICE_ACP_PLUGINS: await addPlugins(project),
  })
  if (control) unconfine(join(project.folder, 'compose.yaml'))
  await Promise.all([watchStart(project), project.compose('up', '-d')])
  return here
}

/** The integrations that tests connect, where operators have those of others; the list as the containers find it. */
async function addPlugins({ folder }: ComposeProject): Promise<string> {
  const list = await packTestPlugins(join(folder, 'plugins'))
  const mounted = Object.fromEntries(
    SERVICES.map((service) => [service, { volumes: ['./plugins:/plugins:ro'] }]),
  )
  // YAML that is JSON.
  writeFileSync(join(folder, 'compose.override.yaml'), JSON.stringify({ services: mounted }))
  return `/plugins/${basename(list)}`
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

type SuiteOutcome = { files: number; passed: number; failed: number; output: string }

async function runSuite(
  project: ComposeProject,
  here: string,
  { control, log }: ProofOptions,
): Promise<SuiteOutcome> {
  const { files, alone, left } = findApiSuite()
  for (const { file, reason } of left) log(`not asked of a deployment: ${file}: ${reason}`)
  const env = {
    ...process.env,
    TEST_API_URL: project.url(),
    TEST_API_KEY: project.env()['SERVICE_ACP_API_KEY'],
    TEST_API_DATABASE_URL: await project.superuserUrl(),
    TEST_VENDOR_ADDRESS: here,
  }
  // Tests cannot see what the control takes away, so a few are enough to show that it takes away nothing else.
  const groups = control ? [files.slice(0, 3)] : [files, alone]
  const outcomes: SuiteOutcome[] = []
  for (const group of groups) outcomes.push(await runFiles(group, env))
  return {
    files: groups.flat().length,
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
  return { files: files.length, passed: Number(passed), failed: Number(failed), output }
}
