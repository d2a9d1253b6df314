// Verifies the README of deploy/: its commands lead to the first task, and the data survives everything an operator does.
import { readFileSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import {
  type ComposeProject,
  createProject,
  type StartTimes,
  watchStart,
} from '../../tests/harness/containers/compose-project.ts'
import {
  ensureEngine,
  inspectContainer,
  logOf,
  podman,
} from '../../tests/harness/containers/engine.ts'
import {
  buildImage,
  buildPrevious,
  findPrevious,
  IMAGE,
  type Image,
} from '../../tests/harness/containers/image.ts'
import { findContentFaults } from '../../tests/harness/containers/image-contents.ts'
import {
  type CheckResult,
  checkCaddy,
  checkSingle,
} from '../../tests/harness/containers/overlays.ts'
import { shellCommands } from '../../tests/harness/documents/shell-commands.ts'
import { until } from '../../tests/operate/until.ts'
import { none } from '../../tools/programs/criteria.ts'
import type { Proof, ProofOptions, Verdict } from '../../tools/programs/proof.ts'
import { checkGuideRestore } from './guide-restore.ts'
import { fillTasks, findLoss, type Kept, readKept } from './kept-data.ts'

const MAX_COMMANDS = 4
const MAX_SECONDS = 180
const MAX_MEGABYTES = 150
const MAX_READY_SECONDS = 5

type Course = { options: ProofOptions; figures: string[]; faults: string[]; readySeconds: number[] }

export const proof: Proof = {
  tier: 'release',
  tierReason:
    'builds the image and restarts containers, which takes minutes; `ten-minutes` runs the same commands without containers',
  budgetSeconds: 240,
  exclusive: true,
  requires: ['containers'],
  report: 'self-hosting',
  covers: ['deploy', 'Dockerfile', 'server/src/commands', 'server/src/app'],
  claim: `from deploy/ and the image to the first task in at most ${MAX_COMMANDS} commands and ${MAX_SECONDS} s; down and up, killing all containers, and an upgrade lose no data and migrate once; a dump restored elsewhere with the guide is equal; ready ${MAX_READY_SECONDS} s after the database`,
  hasControl: true,
  async prove(options): Promise<Verdict> {
    const course: Course = { options, figures: [], faults: [], readySeconds: [] }
    await ensureEngine()
    const image = await buildImage()
    await noteImage(course, image)
    await inProject((project) => liveThrough(course, project))
    // The control needs no second deployment to show that a loss is noticed.
    if (!options.control) await upgrade(course, image)
    if (options.full) {
      await ensureEngine('caddy')
      await inProject(async (project) => note(course, await checkSingle(project)))
      await inProject(async (project) => note(course, await checkCaddy(project)))
    }
    const slowest = Math.max(...course.readySeconds)
    course.figures.push(`ready ${slowest.toFixed(1)} s after the database at most`)
    if (slowest > MAX_READY_SECONDS) course.faults.push('too long until ready')
    for (const fault of course.faults) options.log(`  ${fault}`)
    const criteria = [none('faults found', course.faults.length)]
    return { figures: course.figures.join(', '), criteria }
  },
}

function note({ figures, faults, options }: Course, { shown, faults: found }: CheckResult): void {
  options.log(shown)
  figures.push(shown)
  faults.push(...found)
}

async function inProject(work: (project: ComposeProject) => Promise<void>): Promise<void> {
  const project = createProject()
  try {
    await work(project)
  } finally {
    await project.remove()
  }
}

async function noteImage({ figures, faults, options }: Course, image: Image): Promise<void> {
  const size = image.megabytesAboveBase.toFixed(1)
  const contents = await findContentFaults(image.name)
  faults.push(...contents.faults)
  options.log(`image built in ${image.seconds.toFixed(1)} s, ${size} MB above its base`)
  figures.push(`image ${size} MB above its base with ${contents.packages} packages`)
  if (image.megabytesAboveBase > MAX_MEGABYTES) faults.push(`image over ${MAX_MEGABYTES} MB`)
}

async function liveThrough(course: Course, project: ComposeProject): Promise<void> {
  const { options } = course
  await followReadme(course, project)
  await fillTasks(project, options.full ? 1_000 : 60)
  const before = await readKept(project)
  const check = async (what: string, begin: () => Promise<unknown>) => {
    await restart(course, project, begin)
    compare(course, what, before, await readKept(project))
  }
  await project.compose('down', ...(options.control ? ['--volumes'] : []))
  await check('down and up', () => project.compose('up', '-d'))
  if (options.control) return
  const rounds = options.full ? 5 : 1
  for (let round = 1; round <= rounds; round++) {
    await killAll(project)
    await check('all containers killed', () => comeBack(project))
  }
  await checkStop(course, project)
  await inProject(async (empty) => {
    await project.compose('up', '-d')
    note(course, await checkGuideRestore(project, empty, before))
  })
}

async function followReadme(course: Course, project: ComposeProject): Promise<void> {
  const { options, figures, faults } = course
  const commands = shellCommands(join(project.folder, 'README.md'), 'First task')
  const started = performance.now()
  let watched: Promise<StartTimes> | undefined
  let answer = ''
  for (const command of commands) {
    options.log(`$ ${command.replaceAll(/ +/g, ' ')}`)
    if (command.includes(' up ')) watched = watchStart(project)
    answer = await project.shell(command)
  }
  const seconds = (performance.now() - started) / 1_000
  options.log(answer.trim())
  const task = JSON.parse(answer) as { id?: string } // the task, or a problem without an id
  if (watched) noteReady(course, await watched)
  figures.push(`${commands.length} commands, first task after ${seconds.toFixed(1)} s`)
  if (commands.length > MAX_COMMANDS || seconds > MAX_SECONDS) faults.push('too long a way')
  if (!task.id?.startsWith('tsk_')) faults.push(`no task: ${answer}`)
}

function noteReady({ readySeconds, options }: Course, times: StartTimes): void {
  const seconds = (times.readyAt - times.databaseAt) / 1_000
  readySeconds.push(seconds)
  options.log(`ready ${seconds.toFixed(1)} s after the database answered`)
}

async function restart(
  course: Course,
  project: ComposeProject,
  begin: () => Promise<unknown>,
): Promise<void> {
  const [times] = await Promise.all([watchStart(project), begin()])
  noteReady(course, times)
}

function compare({ figures, faults, options }: Course, what: string, before: Kept, after: Kept) {
  const found = `${what}: ${after.tasks} tasks, ${after.comments} comments`
  options.log(found)
  if (!figures.includes(found)) figures.push(found)
  const loss = findLoss(before.seen, after.seen)
  if (loss !== undefined) faults.push(`${what}: ${loss} is not what it was`)
  if (findLoss(before.migrations, after.migrations.slice(0, before.migrations.length)))
    faults.push(`${what}: migrated again`)
}

/** As when the machine loses power: no process is asked to stop. */
async function killAll(project: ComposeProject): Promise<void> {
  const names = ['api', 'worker', 'postgres'].map((service) => project.container(service))
  const facts = await Promise.all(names.map(inspectContainer))
  for (const { State } of facts) process.kill(State.Pid, 'SIGKILL')
  // The engine would restart them automatically; after a power failure it is down as well.
  await podman('stop', '--time=0', ...names)
}

/** An engine that starts with its machine starts containers in any order, and no migration: here in the worst order. */
async function comeBack(project: ComposeProject): Promise<void> {
  for (const service of ['api', 'worker', 'postgres']) {
    await podman('start', project.container(service))
  }
}

/** As the first process of its container each command must hear that it is to stop. */
async function checkStop({ figures, faults }: Course, project: ComposeProject): Promise<void> {
  const nowhere = '--env=DATABASE_URL=postgres://nobody@127.0.0.1:1/nothing'
  const waiting = await podman('run', '--detach', nowhere, IMAGE, 'migrate', '--wait', '2m')
  await until('it waits', async () => (await logOf(waiting)).includes('waiting for'))
  const stop = async (name: string, what: string, code: number) => {
    const started = performance.now()
    await podman('stop', '--time=15', name)
    const seconds = (performance.now() - started) / 1_000
    const { ExitCode } = (await inspectContainer(name)).State
    figures.push(`${what} stopped in ${seconds.toFixed(1)} s`)
    if (ExitCode !== code) faults.push(`${what} ended with ${ExitCode} after ${seconds} s`)
  }
  await stop(waiting, 'waiting migrate', 143)
  await podman('rm', waiting)
  await stop(project.container('api'), 'api', 0)
  await stop(project.container('worker'), 'worker', 0)
}

async function upgrade(course: Course, image: Image): Promise<void> {
  const { options, figures, faults } = course
  const previous = findPrevious()
  if (!previous) {
    options.log('the git history is not here: no previous image, the upgrade is not shown')
    figures.push('upgrade NOT SHOWN without git history')
    if (options.full) faults.push('the upgrade was not shown')
    return
  }
  const old = await buildPrevious(previous)
  options.log(`previous image: ${previous.commit.slice(0, 12)}, before ${previous.newestMigration}`)
  await inProject(async (project) => {
    await project.shell(`docker run --rm ${image.name} init --compose > .env`)
    project.configure({ TASK_SERVICE_IMAGE: old.name })
    const today = readFileSync(join(project.folder, 'compose.yaml'), 'utf8')
    if (!old.knowsWait) writeFileSync(join(project.folder, 'compose.yaml'), withoutWait(today))
    await Promise.all([watchStart(project), project.compose('up', '-d')])
    await fillTasks(project, options.full ? 1_000 : 60)
    const before = await readKept(project)
    await project.compose('down')
    writeFileSync(join(project.folder, 'compose.yaml'), today)
    project.configure({ TASK_SERVICE_IMAGE: image.name })
    await restart(course, project, () => project.compose('up', '-d'))
    const after = await readKept(project)
    compare(course, 'upgrade', before, after)
    const added = after.migrations.length - before.migrations.length
    figures.push(`${added} migration${added === 1 ? '' : 's'} added`)
    if (added < 1) faults.push('the upgrade migrated nothing')
    await project.compose('up', '-d')
    const again = await readKept(project)
    if (again.migrations.length !== after.migrations.length) faults.push('migrated twice')
    compare(course, 'up once more', after, again)
  })
}

/** A version that cannot wait is started again and again until it can work. */
function withoutWait(compose: string): string {
  return compose
    .replace('command: migrate --wait 2m', 'command: migrate\n    restart: on-failure')
    .replaceAll(' --wait 2m', '')
}
