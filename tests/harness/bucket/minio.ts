// A real MinIO, built from its source, because no package of it exists. It is in the cache afterwards; tests that need it say so when
// it is missing.
import { execFileSync, spawn } from 'node:child_process'
import { createHash } from 'node:crypto'
import { once } from 'node:events'
import { existsSync, mkdirSync, mkdtempSync, readdirSync, rmSync } from 'node:fs'
import { homedir, tmpdir } from 'node:os'
import { dirname, join, relative } from 'node:path'
import { setTimeout as sleep } from 'node:timers/promises'
import { Secret } from '../../../server/src/crypto/secret.ts'
import { type Bucket, openBucket } from '../../../server/src/egress/bucket/bucket.ts'
import { findLastingPort } from '../free-port.ts'
import { ACCESS_KEY, BUCKET, bucketEnv, SECRET_KEY } from './object-store.ts'

const VERSION = 'v0.0.0-20260212201848-7aac2a2c5b7c'
const START_MS = 30_000

export type MinIO = {
  bucket: Bucket
  /** Variables with which the service uses it. */
  env: Record<string, string>
  /** Keys of all objects, read past its API. */
  keys(): string[]
  /** SHA-256 of an object, in hex. */
  hashOf(key: string): Promise<string | undefined>
  /** `kill -9`, and the same again. */
  restart(): Promise<void>
  stop(): Promise<void>
}

function placeOfProgram(): string {
  const { TASK_SERVICE_CACHE, XDG_CACHE_HOME } = process.env
  const cache = XDG_CACHE_HOME ?? join(homedir(), '.cache')
  return join(TASK_SERVICE_CACHE ?? join(cache, 'task-service'), `minio-${VERSION}`, 'minio')
}

/** The program, or what is missing. Building it takes some minutes, once. */
export function findMinIO({ mayBuild }: { mayBuild: boolean }): {
  program?: string
  missing?: string
} {
  const program = placeOfProgram()
  if (existsSync(program)) return { program }
  if (!mayBuild) return { missing: 'MinIO is not built; a run at full size builds it' }
  const env = { ...process.env, GOBIN: dirname(program), CGO_ENABLED: '0' }
  try {
    execFileSync('go', ['install', `github.com/minio/minio@${VERSION}`], { env, stdio: 'pipe' })
    return { program }
  } catch (error) {
    return { missing: `MinIO cannot be built: ${error instanceof Error ? error.message : ''}` }
  }
}

export async function startMinIO(program: string): Promise<MinIO> {
  const folder = mkdtempSync(join(tmpdir(), 'task-service-minio-'))
  mkdirSync(join(folder, BUCKET))
  const [port, console] = [await findLastingPort(), await findLastingPort()]
  const url = `http://127.0.0.1:${port}`
  const start = () => run(program, folder, { url, addresses: [port, console] })
  let running = await start()
  const bucket = openBucket({
    name: BUCKET,
    endpoint: url,
    region: 'us-east-1',
    accessKey: Secret.from(ACCESS_KEY),
    secretKey: Secret.from(SECRET_KEY),
    isPathStyle: true,
  })
  return {
    bucket,
    env: bucketEnv(url),
    keys: () => listKeys(join(folder, BUCKET)),
    hashOf: (key) => hashObject(bucket, key),
    async restart() {
      await running.kill()
      running = await start()
    },
    async stop() {
      await bucket.close()
      await running.kill()
      rmSync(folder, { recursive: true, force: true })
    },
  }
}

async function run(
  program: string,
  folder: string,
  { url, addresses }: { url: string; addresses: [port: number, console: number] },
) {
  const [port, console] = addresses.map((one) => `127.0.0.1:${one}`)
  const args = ['server', folder, '--quiet', '--address', port, '--console-address', console]
  const child = spawn(program, args as string[], {
    env: { ...process.env, MINIO_ROOT_USER: ACCESS_KEY, MINIO_ROOT_PASSWORD: SECRET_KEY },
    stdio: ['ignore', 'ignore', 'pipe'],
  })
  let errors = ''
  child.stderr.on('data', (chunk: Buffer) => void (errors += chunk.toString()))
  const exited = once(child, 'exit')
  for (const until = Date.now() + START_MS; !(await isReady(url)); await sleep(50)) {
    if (child.exitCode !== null || Date.now() > until) {
      throw new Error(`MinIO does not start: ${errors}`)
    }
  }
  return {
    async kill() {
      child.kill('SIGKILL')
      await exited
    },
  }
}

const isReady = (url: string): Promise<boolean> =>
  fetch(`${url}/minio/health/ready`).then(
    (response) => response.ok,
    () => false,
  )

/** An object is a folder with its metadata. */
function listKeys(root: string): string[] {
  return readdirSync(root, { recursive: true, withFileTypes: true })
    .filter(({ name }) => name === 'xl.meta')
    .map(({ parentPath }) => relative(root, parentPath))
}

async function hashObject(bucket: Bucket, key: string): Promise<string | undefined> {
  const content = await bucket.get(key)
  if (!content) return undefined
  const hash = createHash('sha256')
  for await (const piece of content) hash.update(piece)
  return hash.digest('hex')
}
