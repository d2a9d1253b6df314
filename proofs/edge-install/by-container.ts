// The image of the connector and deploy/compose.edge.yaml, by the commands of the guide, in a folder that was empty.
import { readFileSync, renameSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { parseDocument } from 'yaml'
import {
  type ComposeProject,
  createProject,
} from '../../tests/harness/containers/compose-project.ts'
import { findLooseEnds } from '../../tests/harness/containers/confinement.ts'
import { inspectContainer, logOf, podman, root } from '../../tests/harness/containers/engine.ts'
import { type Gateway, openGateway } from '../../tests/harness/containers/gateway.ts'
import { buildImage, EDGE_IMAGE } from '../../tests/harness/containers/image.ts'
import { edgeKind, findContentFaults } from '../../tests/harness/containers/image-contents.ts'
import type { CheckResult } from '../../tests/harness/containers/overlays.ts'
import { until } from '../../tests/operate/until.ts'
import { type Setting, STATEMENTS } from './by-npm.ts'
import { guideScript } from './guide-script.ts'

const MAX_MEGABYTES = 25
/** What the composition allows. */
const GRACE_MS = 30_000

export async function lookAtImage(): Promise<CheckResult> {
  const image = await buildImage({ name: EDGE_IMAGE, dockerfile: 'edge/Dockerfile' })
  const { packages, faults } = await findContentFaults(EDGE_IMAGE, edgeKind)
  const size = image.megabytesAboveBase
  const user = await podman('image', 'inspect', '--format={{.Config.User}}', EDGE_IMAGE)
  if (size > MAX_MEGABYTES) faults.push(`more than ${MAX_MEGABYTES} MB`)
  if (!/^[1-9]\d*:[1-9]\d*$/.test(user)) faults.push(`its user is ${user}`)
  return {
    shown: `image built in ${image.seconds.toFixed(1)} s, ${size.toFixed(1)} MB above its base with ${packages} packages, all in its SBOM`,
    faults: faults.map((fault) => `image: ${fault}`),
  }
}

export async function installByContainer(setting: Setting): Promise<CheckResult> {
  const project = createProject({ isEmpty: true })
  const gateway = await openGateway(project, EDGE_IMAGE)
  try {
    return await installIn(project, gateway, setting)
  } finally {
    gateway.close()
    await project.remove()
  }
}

async function installIn(
  project: ComposeProject,
  gateway: Gateway,
  setting: Setting,
): Promise<CheckResult> {
  const { service, site, isControl } = setting
  const { id, token } = await service.addConnector()
  const { engine, loginUrl } = site
  const script = guideScript('Install as a container', {
    engine,
    loginUrl: await gateway.open(loginUrl),
    serviceUrl: await gateway.open(service.url),
    token,
    // The bridge is reached over plain HTTP: there is no certificate for it.
    beforeDoctor: 'echo TASK_EDGE_ALLOW_HTTP=true >> .env',
  })
  const faults: string[] = []
  const note = (found: readonly string[]) => faults.push(...found)
  const read = (file: string) => readFileSync(join(project.folder, file), 'utf8')
  await project.shell(script.untilRole)
  if (read('compose.yaml') !== readFileSync(join(root, 'deploy/compose.edge.yaml'), 'utf8'))
    note(['the image holds another composition than deploy/'])
  await site.makeRole(read('role.sql'))
  const said = await project.shell(script.afterRole.join('\n'))
  if (!said.includes('All checks passed.')) note([`doctor: ${said}`])
  note(await askForClaims(project, setting, id))
  note(await findLooseEnds(project.container('edge')))
  if (!isControl) note(await forbid(project, setting, id))
  const ending = await stop(project)
  note(ending.faults)
  await project.compose('down', ...(isControl ? ['--volumes'] : []))
  // Without a token: the key is in the volume.
  await project.compose('up', '-d')
  note(await askForClaims(project, setting, id, isControl ? STATEMENTS : STATEMENTS - 1))
  return {
    shown: `container and ${engine}: ${script.commandCount} commands, ended in ${ending.ms} ms`,
    faults: faults.map((fault) => `container and ${engine}: ${fault}`),
  }
}

async function askForClaims(
  project: ComposeProject,
  { service }: Setting,
  id: string,
  statements = STATEMENTS,
): Promise<string[]> {
  try {
    await service.untilOffered(id, statements)
    const fault = await service.findFault(id)
    return fault === undefined ? [] : [fault]
  } catch (error) {
    const log = await logOf(project.container('edge'))
    return [`${(error as Error).message} ${log.trim().split('\n').at(-1)}`]
  }
}

/** A statement is taken out as an editor does it: by a new file in the place of the old one. */
async function forbid(
  project: ComposeProject,
  { service }: Setting,
  id: string,
): Promise<string[]> {
  const file = join(project.folder, 'edge/policy.yaml')
  const policy = parseDocument(readFileSync(file, 'utf8'))
  policy.deleteIn(['databases', 'warehouse', 'statements', 'get_claim'])
  writeFileSync(`${file}.new`, policy.toString())
  renameSync(`${file}.new`, file)
  await podman('kill', '--signal=HUP', project.container('edge'))
  await until('the policy is reloaded', async () =>
    (await logOf(project.container('edge'))).includes('policy reloaded'),
  )
  const state = await service.askForOne(id)
  return state === 'refused' ? [] : [`a statement that was taken out: ${state}`]
}

async function stop(project: ComposeProject): Promise<{ ms: number; faults: string[] }> {
  const started = performance.now()
  await project.compose('stop')
  const ms = Math.round(performance.now() - started)
  const { ExitCode: code } = (await inspectContainer(project.container('edge'))).State
  return { ms, faults: code === 0 && ms < GRACE_MS ? [] : [`ended with ${code} after ${ms} ms`] }
}
