// Verifies that error responses are enough to correct a request: each mistake is fixed by a reader who sees only the response.
import { readFileSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { createDatabase, openTestDatabase } from '../../tests/harness/database.ts'
import {
  addTenant,
  HOST_SUFFIX,
  startService,
  type TestTenant,
} from '../../tests/harness/service.ts'
import { atLeast, none } from '../../tools/programs/criteria.ts'
import type { Proof, ProofOptions, Verdict } from '../../tools/programs/proof.ts'
import {
  bulkMistakes,
  otherMistakes,
  scheduleMistakes,
  taskMistakes,
  WRONG_SECRET,
  webhookMistakes,
} from './domain-mistakes.ts'
import { fieldMistakes } from './field-mistakes.ts'
import { jsonMistakes } from './json-mistakes.ts'
import { create, type Known, type Mistake, type Sent } from './mistake.ts'
import { type Case, printCases } from './print-responses.ts'
import { type Response, readResponse, withoutTexts } from './read-response.ts'
import {
  credentialMistakes,
  headerMistakes,
  pathMistakes,
  queryMistakes,
} from './request-mistakes.ts'
import { sendRequest } from './send-request.ts'

const mistakes: Mistake[] = [
  ...credentialMistakes,
  ...headerMistakes,
  ...pathMistakes,
  ...queryMistakes,
  ...jsonMistakes,
  ...fieldMistakes,
  ...taskMistakes,
  ...bulkMistakes,
  ...scheduleMistakes,
  ...webhookMistakes,
  ...otherMistakes,
]
const LEAST_MISTAKES = 60
const GOLDEN = join(import.meta.dirname, 'responses.md')

export const proof: Proof = {
  tier: 'change',
  budgetSeconds: 30,
  covers: ['server/src/http', 'server/src/lib/messages', 'contract/src'],
  claim: `at least ${LEAST_MISTAKES} mistakes of clients: a reader who sees only the response corrects each request, no response has the words of a validator, a pattern or a secret, and all are those of the reviewed document`,
  hasControl: true,
  async prove(options): Promise<Verdict> {
    const database = await createDatabase()
    const env = { SERVICE_ACP_HOST: HOST_SUFFIX, SERVICE_ACP_EGRESS_ALLOW: '127.0.0.0/8' }
    const args = ['--role', 'api']
    const service = await startService({ databaseUrl: database.url, env, args })
    const db = openTestDatabase(database.url, 2)
    try {
      const other = await addTenant(db, 'other')
      const outcomes = mistakes.map(async (mistake, index) => {
        const tenant = await addTenant(db, `client-${index}`)
        return attempt(mistake, clientOf(service.url, tenant, other), options)
      })
      return judge(await Promise.all(outcomes), options)
    } finally {
      await db.close()
      await service.stop()
      await database.drop()
    }
  },
}

function clientOf(url: string, { key, host }: TestTenant, other: TestTenant): Known {
  const call: Known['call'] = async (sent) => {
    const { status, body } = await sendRequest(url, sent, { key, host })
    return { status, json: () => JSON.parse(body) as Record<string, unknown> }
  }
  return {
    url,
    key,
    host,
    otherHost: other.host,
    call,
    async newTask(fields = {}) {
      const { status, json } = await call(create({ title: 'A task', ...fields }))
      if (status !== 201) throw new Error(`no task: ${status}`)
      return json() as { id: string; number: number; version: number } // of the contract
    },
  }
}

type Outcome = Case & { fault: string | undefined; isGuessed: boolean; faults: string[] }

async function attempt(mistake: Mistake, known: Known, options: ProofOptions): Promise<Outcome> {
  const sent = await mistake.send(known)
  const response = await sendRequest(known.url, sent, known)
  const readable = options.control ? withoutTexts(response) : response
  const fault = await findFault(mistake, sent, readable, known)
  if (fault !== undefined) options.log(`not corrected: a client ${mistake.name}: ${fault}`)
  // Without the texts it must fail, or it would not be the response that helped.
  const isGuessed = await fixes(mistake, sent, withoutTexts(response), known)
  if (isGuessed) options.log(`corrected without the response: a client ${mistake.name}`)
  const faults = findTextFaults(response, known)
  for (const text of faults) options.log(`a client ${mistake.name}: ${text}`)
  return { name: mistake.name, sent, response, fault, isGuessed, faults }
}

/** Undefined if the corrected request succeeds. */
async function findFault(
  mistake: Mistake,
  sent: Sent,
  response: Response,
  known: Known,
): Promise<string | undefined> {
  if (response.status < 400) return `${response.status}: it is no mistake`
  try {
    const fixed = await mistake.fix(sent, readResponse(response), known)
    const answer = await sendRequest(known.url, fixed, known)
    return answer.status < 300 ? undefined : `then ${answer.status} ${answer.body.slice(0, 500)}`
  } catch (error) {
    return `${String(error)} in ${response.body.slice(0, 500)}`
  }
}

async function fixes(
  mistake: Mistake,
  sent: Sent,
  response: Response,
  known: Known,
): Promise<boolean> {
  try {
    await mistake.fix(sent, readResponse(response), known)
    return true
  } catch {
    return false
  }
}

const VALIDATOR_WORDS =
  /must NOT|must match|must be (string|object|array|equal)|\^|\(\?|items ##|keyword/

function isPointed({ in: part, pointer, code, message }: Record<string, unknown>): boolean {
  const isComplete = [part, pointer, code, message].every((value) => typeof value === 'string')
  return isComplete && (part !== 'body' || /^(\/|$)/.test(String(pointer)))
}

function findTextFaults({ body, headers }: Response, { key }: Known): string[] {
  const { detail, errors = [] } = JSON.parse(body) as {
    detail: string
    errors?: Record<string, unknown>[]
  }
  const texts = [detail, ...errors.map(({ message }) => String(message))]
  return [
    ...texts.filter((text) => VALIDATOR_WORDS.test(text)).map((text) => `validator: ${text}`),
    ...(errors.every(isPointed) ? [] : ['an error without a code or pointer']),
    ...(body.includes(key) || body.includes(WRONG_SECRET) ? ['it shows a secret'] : []),
    ...(headers['content-type'] === 'application/problem+json; charset=utf-8'
      ? []
      : ['no problem+json']),
  ]
}

function judge(outcomes: readonly Outcome[], { log }: ProofOptions): Verdict {
  const printed = printCases(outcomes)
  const isGolden = printed === readGolden()
  if (!isGolden) {
    const path = join(tmpdir(), 'mistakes-responses.md')
    writeFileSync(path, printed)
    log(`The responses differ from ${GOLDEN}. Compare, and if they are right: cp ${path} ${GOLDEN}`)
  }
  const count = (is: (outcome: Outcome) => boolean) => outcomes.filter(is).length
  const uncorrected = count(({ fault }) => fault !== undefined)
  return {
    figures: `${outcomes.length} mistakes, ${outcomes.length - uncorrected} corrected from the response alone`,
    criteria: [
      atLeast('mistakes', outcomes.length, LEAST_MISTAKES),
      none('mistakes that the response does not help to correct', uncorrected),
      none(
        'mistakes corrected without the response',
        count(({ isGuessed }) => isGuessed),
      ),
      none(
        'responses with words of a validator or a secret',
        count(({ faults }) => faults.length > 0),
      ),
      none('differences from the reviewed document', isGolden ? 0 : 1),
    ],
  }
}

function readGolden(): string {
  try {
    return readFileSync(GOLDEN, 'utf8')
  } catch {
    return ''
  }
}
