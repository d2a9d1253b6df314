// `tasks api`: a request to any path of the API, with the key of the profile.
import { readFile } from 'node:fs/promises'
import type { RawRequest, TaskService } from '@task-service/sdk'
import { readValue } from '#cli/commands/tasks/task-body.ts'
import { CommandError } from '#cli/program/command-error.ts'
import { parseJson } from '#cli/program/command-input.ts'
import type { CommandRun } from '#cli/program/command-run.ts'
import { readStdin } from '#cli/program/read-stdin.ts'
import { indentJson, parseExactly } from '#cli/terminal/exact-json.ts'
import { escapeJson, neutralize, printJson } from '#cli/terminal/neutralize.ts'

const METHODS = ['GET', 'POST', 'PUT', 'PATCH', 'DELETE'] as const
type Method = (typeof METHODS)[number]

export async function api(run: CommandRun): Promise<void> {
  const { input } = run
  const method = readMethod(input.arg(0))
  const request: RawRequest = { method, path: input.arg(1), ...(await readFields(run, method)) }
  const client = await run.client()
  if (input.flag('paginate')) await printPages(run, client, request)
  else await printResponse(run, await send(run, client, request))
}

function readMethod(text: string): Method {
  const method = METHODS.find((one) => one === text.toUpperCase())
  if (method !== undefined) return method
  throw new CommandError(
    'usage',
    `The method must be one of ${METHODS.join(', ')}, got "${text}".`,
    'Run: tasks api GET /tasks',
  )
}

async function readFields({ input }: CommandRun, method: Method) {
  const pairs = input.pairs('field', '--field')
  const file = input.text('input')
  if (method === 'GET') {
    if (file !== undefined)
      throw new CommandError('usage', 'A GET has no body, so --input cannot be used.')
    const query: Record<string, string[]> = {}
    for (const [name, value] of pairs) (query[name] ??= []).push(value)
    return { query }
  }
  const fields = pairs.map(([name, value]) => [name, readValue(value)] as const)
  if (file === undefined) {
    return fields.length === 0 ? {} : { body: Object.fromEntries(fields) as unknown }
  }
  const text =
    file === '-' ? await readStdin('the body') : await readFile(file, 'utf8').catch(rejectFile)
  const body = parseJson(text, file === '-' ? 'Standard input' : file)
  if (fields.length === 0) return { body }
  if (typeof body === 'object' && body !== null && !Array.isArray(body)) {
    return { body: { ...body, ...Object.fromEntries(fields) } as unknown }
  }
  throw new CommandError('usage', '-f needs an object as the body.')
}

export function rejectFile(error: Error): never {
  throw new CommandError('usage', `The file cannot be read: ${error.message}`)
}

function send({ input }: CommandRun, client: TaskService, request: RawRequest): Promise<Response> {
  return client.request(request, {
    idempotencyKey: input.text('idempotencyKey'),
    headers: Object.fromEntries(input.pairs('header', '--header')),
  })
}

export async function printResponse(
  { output, input }: Pick<CommandRun, 'output' | 'input'>,
  response: Response,
): Promise<void> {
  if (input.flag('include')) {
    output.note(`HTTP ${response.status}`)
    for (const [name, value] of response.headers) output.note(`${name}: ${value}`)
  }
  const type = response.headers.get('content-type') ?? ''
  if (/\bjson\b/.test(type)) {
    const text = await response.text()
    const isIndented = !output.isJson && output.columns !== undefined
    await output.write(`${(isIndented ? indentJson(text) : escapeJson(text)).trimEnd()}\n`)
    return
  }
  // A stream, such as an export: printed as it arrives.
  const decoder = new TextDecoder()
  for await (const bytes of response.body ?? []) {
    // A file or a program gets the bytes as they are: they may be an image.
    if (output.columns === undefined) await output.write(bytes)
    else await output.write(neutralize(decoder.decode(bytes, { stream: true })))
  }
}

type Page = { data?: unknown; next_cursor?: unknown; has_more?: unknown }

/** One document with the items of all pages. */
async function printPages(
  run: CommandRun,
  client: TaskService,
  request: RawRequest,
): Promise<void> {
  const { output } = run
  if (request.method !== 'GET') throw new CommandError('usage', '--paginate is for GET.')
  const isEvents = /\/events($|\?)/.test(request.path)
  let count = 0
  let cursor: string | undefined
  do {
    const query = {
      ...request.query,
      ...(cursor !== undefined && { [isEvents ? 'after' : 'cursor']: cursor }),
    }
    const page = parseExactly(await (await send(run, client, { ...request, query })).text()) as Page // checked below
    if (!Array.isArray(page.data))
      throw new CommandError(
        'usage',
        `${request.path} does not return a list, so --paginate cannot be used.`,
      )
    for (const item of page.data as unknown[]) {
      await output.write(`${count++ === 0 ? '{"data":[\n' : ',\n'}${printJson(item)}`)
    }
    const hasMore = page.has_more !== false && typeof page.next_cursor === 'string'
    cursor = hasMore ? String(page.next_cursor) : undefined
  } while (cursor !== undefined)
  await output.write(count === 0 ? '{"data":[]}\n' : '\n]}\n')
}
