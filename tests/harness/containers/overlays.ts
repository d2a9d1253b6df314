// The compositions that stand on top of compose.yaml, each started and asked for what it is there for.
import { once } from 'node:events'
import { get } from 'node:http'
import { request } from 'node:https'
import { text } from 'node:stream/consumers'
import { until } from '../../operate/until.ts'
import { findFreePort } from '../free-port.ts'
import { HOST_SUFFIX } from '../service.ts'
import { type ComposeProject, watchStart } from './compose-project.ts'
import { addressOf, logOf, podman } from './engine.ts'
import { IMAGE } from './image.ts'

export type CheckResult = { shown: string; faults: string[] }

const LONG_MS = 60_000

async function init(project: ComposeProject, ...args: string[]): Promise<void> {
  await project.shell(`docker run --rm ${IMAGE} init --compose ${args.join(' ')} > .env`)
  project.configure({ SERVICE_ACP_PORT: String(await findFreePort()) })
}

async function up(project: ComposeProject, overlay: string): Promise<void> {
  const files = ['-f compose.yaml', `-f ${overlay}`]
  await Promise.all([watchStart(project), project.compose(...files, 'up', '-d')])
}

/** One process that migrates, serves requests and runs maintenance. */
export async function checkSingle(project: ComposeProject): Promise<CheckResult> {
  await init(project)
  await up(project, 'compose.single.yaml')
  const api = project.container('api')
  await until(
    'it runs maintenance',
    async () => (await logOf(api)).includes('"msg":"maintenance"'),
    LONG_MS,
  )
  const names = (await podman('ps', '--all', '--format={{.Names}}')).split('\n')
  const extra = ['worker', 'migrate'].filter((name) => names.includes(project.container(name)))
  return {
    shown: 'single process: ready, runs maintenance',
    faults: extra.map((name) => `single process: there is a container ${name}`),
  }
}

/** HTTPS at the host of a tenant, by a certificate of Caddy's own authority; plain HTTP is sent there. */
export async function checkCaddy(project: ComposeProject): Promise<CheckResult> {
  const [http, https] = [await findFreePort(), await findFreePort()]
  await init(project, '--host', HOST_SUFFIX)
  project.configure({
    CADDY_BIND: '127.0.0.1',
    CADDY_HTTP_PORT: String(http),
    CADDY_HTTPS_PORT: String(https),
  })
  await up(project, 'compose.caddy.yaml')
  const caddy = project.container('caddy')
  const root = '/data/caddy/pki/authorities/local/root.crt'
  const ca = await until(
    'Caddy has an authority',
    () => podman('exec', caddy, 'cat', root).catch(() => false as const),
    LONG_MS,
  )
  const answer = await until(
    'Caddy has a certificate',
    () => ping(project, https, ca).catch(() => false as const),
    LONG_MS,
  )
  const redirect = get({
    port: http,
    host: '127.0.0.1',
    headers: { host: `default.${HOST_SUFFIX}` },
  })
  const [{ statusCode, headers }] = (await once(redirect, 'response')) as [
    { statusCode: number; headers: { location?: string } }, // what node:http gives
  ]
  const client = await clientOf(project)
  const faults = [
    ...(answer.includes('"tenant":"default"') ? [] : [`Caddy: ping answered ${answer}`]),
    ...(headers.location?.startsWith('https://') ? [] : [`Caddy: HTTP answered ${statusCode}`]),
    ...(client === (await addressOf(caddy)) ? ['Caddy: the API takes it for the client'] : []),
  ]
  return { shown: 'Caddy: HTTPS at the host of a tenant, HTTP is sent there', faults }
}

/** Whom the API believes to have asked, by its log. */
async function clientOf(project: ComposeProject): Promise<string> {
  const pattern = /"route":"system\.ping".*?"address":"([^"]+)"/
  const found = () => logOf(project.container('api')).then((log) => pattern.exec(log)?.[1])
  return until('the log has the ping', found)
}

async function ping(project: ComposeProject, port: number, ca: string): Promise<string> {
  const host = `default.${HOST_SUFFIX}`
  const outgoing = request({
    host: '127.0.0.1',
    port,
    servername: host,
    ca,
    path: '/api/ping',
    headers: { host, 'x-api-key': project.env()['SERVICE_ACP_API_KEY'] },
  }).end()
  const [response] = await once(outgoing, 'response')
  return text(response)
}
