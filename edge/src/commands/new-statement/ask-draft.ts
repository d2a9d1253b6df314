// Prompts for a draft, one question at a time, on standard error, so that the result can be piped.
import { createInterface } from 'node:readline'
import { PARAM_TYPES } from '@task-service/contract'
import type { Policy } from '#edge/policy/policy.ts'
import {
  chooseDatabase,
  type Draft,
  type DraftParam,
  fail,
  isTreatment,
  paramNames,
  readKind,
  readParamType,
  TREATMENTS,
} from './draft.ts'

export type Questions = {
  ask(question: string, fallback?: string): Promise<string>
  /** Until an empty line or one that ends with a semicolon. */
  askLines(question: string): Promise<string>
  close(): void
}

export function openQuestions(input: NodeJS.ReadableStream = process.stdin): Questions {
  const reader = createInterface({ input })
  const lines = reader[Symbol.asyncIterator]()
  const next = async (): Promise<string> => {
    const { value, done } = await lines.next()
    return done === true ? fail('The input ended before every question was answered.') : value
  }
  return {
    async ask(question, fallback) {
      process.stderr.write(`${question}${fallback ? ` [${fallback}]` : ''}: `)
      const answer = (await next()).trim()
      return answer === '' ? (fallback ?? '') : answer
    },
    async askLines(question) {
      process.stderr.write(`${question}\n`)
      const found: string[] = []
      for (let line = await next(); line.trim() !== ''; line = await next()) {
        found.push(line)
        if (/;\s*$/.test(line)) break
      }
      return found.join('\n').trim()
    },
    close: () => reader.close(),
  }
}

export async function askDraft(policy: Policy, questions: Questions): Promise<Draft> {
  const names = [...policy.databases.keys()]
  const chosen =
    names.length === 1 ? names[0] : await questions.ask(`Database (${names.join(', ')})`)
  const database = chooseDatabase(policy, chosen)
  const name = await questions.ask('Name of the statement, such as open_orders')
  const sql = await questions.askLines(
    'SQL, with :name for each parameter. End with an empty line.',
  )
  const kind = readKind(
    await questions.ask('Kind (read, write)', readKind(undefined, sql, database.engine)),
    sql,
    database.engine,
  )
  const description = await questions.ask('Description, shown in the dashboard (optional)')
  const params: Record<string, DraftParam> = {}
  const values: Record<string, string> = {}
  for (const param of paramNames(sql, database.engine)) {
    const type = await questions.ask(`Type of :${param} (${PARAM_TYPES.join(', ')})`, 'text')
    params[param] = { type: readParamType(param, type) }
    const value = await questions.ask(`Value of :${param} for the trial run (optional)`)
    if (value !== '') values[param] = value
  }
  const rules: Draft['rules'] = {}
  if (kind === 'write') {
    const fence = await questions.ask(
      'Parameter with the version of the row, for the concurrency check (optional)',
    )
    if (fence !== '') rules['fence'] = fence
  }
  return {
    database,
    name,
    sql,
    kind,
    ...(description === '' ? {} : { description }),
    params,
    takesAllColumns: false,
    rules,
    values,
  }
}

/** No column is sent unless the user chooses it. */
export async function askColumns(
  found: readonly string[],
  questions: Questions,
): Promise<Record<string, string>> {
  const columns: Record<string, string> = {}
  for (const column of found) {
    const word = await questions.ask(`Column ${column} (no, ${TREATMENTS.join(', ')})`, 'no')
    if (word === 'no') continue
    if (!isTreatment(word)) fail(`${word} must be one of no, ${TREATMENTS.join(', ')}.`)
    columns[column] = word
  }
  return columns
}
