// The integrations in the pictures: a CRM and a tracker that are in sync, and a tracker that rejects its credential.
import { createServer } from 'node:http'
import type { AddressInfo } from 'node:net'
import type { Integration } from '@task-service/contract'
import { startEmulator } from '../../../integrations/github/testing/emulator.ts'
import { seed } from '../../../integrations/github/testing/world.ts'
import { connectAccount, type SampleAccount } from '../../../tests/e2e/harness/sample-account.ts'
import type { Stage } from '../../../tests/e2e/harness/stage.ts'
import { until } from '../../../tests/operate/until.ts'

const issues = [
  'Tracking page shows the wrong arrival time',
  'Carrier API returns 500 for long addresses',
  'Add the container number to the status webhook',
  'Rate table import skips empty rows',
]

export type DemoIntegrations = SampleAccount & { github: Integration; redmine: Integration }

export async function addIntegrations(stage: Stage): Promise<DemoIntegrations> {
  const account = await connectAccount(stage)
  return { ...account, github: await addGitHub(stage), redmine: await addRedmine(stage) }
}

async function connect(
  stage: Stage,
  integration: Pick<Integration, 'provider' | 'name'> & { config: object },
  secrets: Record<string, string>,
): Promise<Integration> {
  const made = await stage.api<Integration>('POST', '/integrations', integration)
  await stage.api('PUT', `/integrations/${made.id}/credential`, { secrets })
  return made
}

const read = (stage: Stage, { id }: Integration) =>
  stage.api<Integration>('GET', `/integrations/${id}`)

async function addGitHub(stage: Stage): Promise<Integration> {
  const emulator = await startEmulator()
  stage.endWith(emulator.close)
  for (const title of issues) emulator.controls.createIssue({ title })
  const config = { base_url: emulator.origin, owner: seed.owner, repo: seed.repo }
  const made = await connect(
    stage,
    { provider: 'github', name: 'GitHub carrier-api', config },
    { token: seed.token },
  )
  const isDone = async () => (await read(stage, made)).last_result?.state === 'succeeded'
  await until('GitHub is in sync', isDone, 60_000)
  return made
}

/** A server that rejects every key, as Redmine does. */
async function addRedmine(stage: Stage): Promise<Integration> {
  const server = createServer((_, response) => {
    response.writeHead(401, { 'www-authenticate': 'Basic realm="Redmine API"' }).end()
  })
  await new Promise<void>((listening) => server.listen(0, '127.0.0.1', listening))
  stage.endWith(async () => void server.close())
  const { port } = server.address() as AddressInfo // it listens on a port
  const config = { url: `http://127.0.0.1:${port}`, project: 'customs', text_format: 'markdown' }
  const made = await connect(
    stage,
    { provider: 'redmine', name: 'Redmine customs', config },
    { api_key: 'd41d8cd98f00b204e9800998ecf8427e00000000' },
  )
  const isRejected = async () => (await read(stage, made)).problem !== null
  await until('Redmine rejects the key', isRejected, 60_000)
  return made
}
