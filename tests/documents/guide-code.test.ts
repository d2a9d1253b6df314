// The code of the SDK guides: TypeScript is type-checked, Python runs against a service, and excerpts are parts of real programs.
import assert from 'node:assert/strict'
import { execFile } from 'node:child_process'
import { mkdirSync, mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { after, before, test } from 'node:test'
import { promisify } from 'node:util'
import { createDatabase, type TestDatabase } from '../harness/database.ts'
import { runPython } from '../harness/python/run-python.ts'
import { type Service, startService } from '../harness/service.ts'
import { checkOf } from './block-rules.ts'
import { documentedBlocks, root } from './documented-blocks.ts'

const blocks = documentedBlocks()
mkdirSync(join(root, '.tmp'), { recursive: true })
const folder = mkdtempSync(join(root, '.tmp', 'guide-code-'))
let database: TestDatabase
let service: Service

before(async () => {
  database = await createDatabase()
  service = await startService({ databaseUrl: database.url })
})

after(async () => {
  await service.stop()
  await database.drop()
  rmSync(folder, { recursive: true })
})

/** What the blocks of the guide assume. */
const TYPES = `import { type Task, TaskService } from '@task-service/sdk'
declare global {
  const url: string, saved: string, signal: AbortSignal, client: TaskService, task: Task
  function save(position: string | undefined): Promise<void>
  function pay(input: unknown, options: { signal: AbortSignal }): Promise<Record<string, unknown>>
}
`

async function typeCheck(codes: readonly string[]): Promise<string> {
  writeFileSync(join(folder, 'globals.ts'), TYPES)
  const names = codes.map((code, index) => {
    const name = join(folder, `block-${index}.ts`)
    // Without an import or export it would be a script, which cannot await.
    writeFileSync(name, `${code}\nexport {}\n`)
    return name
  })
  const options =
    '--noEmit --strict --skipLibCheck --allowImportingTsExtensions --target es2024 --module nodenext --types node'
  const args = [...options.split(' '), '--ignoreConfig', join(folder, 'globals.ts'), ...names]
  const ended = promisify(execFile)(join(root, 'node_modules/.bin/tsc'), args, { cwd: root })
  return ended.then(
    ({ stdout }) => stdout,
    ({ stdout }: { stdout: string }) => stdout,
  )
}

test('TypeScript is valid, and a method that does not exist is found', async () => {
  const codes = blocks.filter((block) => checkOf(block) === 'types').map(({ code }) => code)
  assert.ok(codes.length >= 6)
  const wrong = 'await client.tasks.craete({})'
  const found = await typeCheck([...codes, wrong])
  const errors = found.split('\n').filter((line) => line.includes('error TS'))
  assert.equal(errors.length, 1, found)
  assert.match(errors[0] ?? '', /Property 'craete' does not exist/)
})

/** Loops of the guide end by what they call: `save` and `SIGTERM`. */
const PYTHON = `import os, signal, sys, threading
class Ended(Exception): pass
class Application:
    def post(self, path): return lambda function: function
class Request:
    headers = {}
    def get_data(self): return b"{}"
def save(position): raise Ended()
def pay(input): return {}
url, key, saved = os.environ["TASKS_URL"], os.environ["TASKS_KEY"], "start"
app, request = Application(), Request()
from task_service import TaskService
client = TaskService(url, api_key=key)
task = client.tasks.create(title="Guide", queue="garden")
number = f"T-{task['number']}"
for code in sys.stdin.read().split("\\0"):
    code = code.replace("http://localhost:8001", url).replace("T-142", number)
    if "worker" in code: threading.Timer(1, lambda: os.kill(os.getpid(), signal.SIGTERM)).start()
    try: exec(code, globals())
    except Ended: pass
    print("ran")
assert receive() == ("", 401)
`

test('Python runs', async () => {
  const codes = blocks
    .filter((block) => checkOf(block) === 'python' && block.page.includes('sdk-python'))
    .map(({ code }) => code)
  assert.ok(codes.length >= 8)
  await fetchApi('/agents', { name: 'guide', queues: ['guide'] })
  const { token = '' } = await fetchApi('/agents/guide/tokens', {})
  const env = {
    TASKS_URL: service.url,
    TASKS_KEY: service.apiKey,
    AGENT_TOKEN: token,
    WEBHOOK_SECRET: `whsec_${Buffer.alloc(32, 1).toString('base64')}`,
  }
  const script = join(folder, 'guide.py')
  writeFileSync(script, PYTHON.replace('sys.stdin.read()', 'open(sys.argv[1]).read()'))
  writeFileSync(join(folder, 'blocks'), codes.join('\0'))
  const printed = await runPython([script, join(folder, 'blocks')], { env })
  assert.equal(printed.split('\n').filter((line) => line === 'ran').length, codes.length)
})

async function fetchApi(path: string, body: object): Promise<{ token?: string }> {
  const headers = { 'x-api-key': service.apiKey, 'content-type': 'application/json' }
  const sent = { method: 'POST', headers, body: JSON.stringify(body) }
  const response = await fetch(`${service.url}/api${path}`, sent)
  assert.ok(response.ok)
  return response.json() as Promise<{ token?: string }> // of a new token
}

test('the verification that the guide of webhooks shows is that of the example', () => {
  const example = readFileSync(join(root, 'examples/webhook-receiver/receiver.py'), 'utf8')
  const [shown] = blocks.filter(
    ({ page, code }) => page.endsWith('webhooks.md') && code.startsWith('signed ='),
  )
  const lines = example.split('\n').map((line) => line.trim())
  for (const line of shown?.code.split('\n') ?? assert.fail()) assert.ok(lines.includes(line), line)
})
