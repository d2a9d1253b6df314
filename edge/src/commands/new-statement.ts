// `new-statement`: adds a named statement to the policy, after it was parsed and tested on the database.
import { readFileSync } from 'node:fs'
import { loadPolicy, parsePolicy } from '#edge/policy/load-policy.ts'
import { neededRights } from '#edge/policy/needs/needed-rights.ts'
import { bindText } from '#edge/policy/placeholders.ts'
import type { Policy, StatementPolicy } from '#edge/policy/policy.ts'
import type { Settings } from '#edge/settings/settings.ts'
import { createDriverPool, type DriverPool } from '#edge/work/driver-pool.ts'
import { askColumns, askDraft, openQuestions, type Questions } from './new-statement/ask-draft.ts'
import { type Draft, fail, type Given, readDraft } from './new-statement/draft.ts'
import { checkParsed, planStatement, runTrial, type Trial } from './new-statement/try-statement.ts'
import { addStatement, replaceFile, showEntry } from './new-statement/write-statement.ts'
import type { Output } from './output.ts'
import { grants } from './print-role.ts'

export async function newStatementCommand(
  output: Output,
  settings: Settings,
  given: Given,
): Promise<void> {
  const policy = loadPolicy(settings.policyFile)
  const isGuided = given['guided'] === true || (process.stdin.isTTY && !hasSql(given))
  const questions = isGuided ? openQuestions() : undefined
  const drivers = createDriverPool(settings)
  try {
    const draft = questions ? await askDraft(policy, questions) : readDraft(policy, given)
    const source = readFileSync(settings.policyFile, 'utf8')
    const text = () => addStatement(source, draft, { replace: given['replace'] === true })
    const tried =
      given['try'] === false
        ? { lines: ['Not tested on the database (--no-try). Run task-edge doctor.'] }
        : await tryDraft(draft, text, settings, drivers, questions)
    const statement = findIn(parsePolicy(settings.policyFile, text()), draft)
    const isPrinted = given['print'] === true
    if (!isPrinted) replaceFile(settings.policyFile, text())
    output.result(
      { statement: `${draft.database.name}.${draft.name}`, written: !isPrinted, ...tried },
      await report(draft, statement, tried, settings, isPrinted),
    )
  } finally {
    questions?.close()
    await drivers.close()
  }
}

const hasSql = ({ sql, sqlFile }: Given): boolean => sql !== undefined || sqlFile !== undefined

/** Planned first, to know the columns of a read that lists none. */
async function tryDraft(
  draft: Draft,
  text: () => string,
  settings: Settings,
  drivers: DriverPool,
  questions: Questions | undefined,
): Promise<Trial> {
  const { database, name, kind, sql } = draft
  const bound = bindText(sql.replace(/;\s*$/, ''), database.engine)
  const parsed = await checkParsed({ name, kind, bound }, database.engine)
  const driver = drivers.of(database)
  const found = await planStatement(driver, { kind, bound })
  if (kind === 'read') draft.columns = await chooseColumns(draft, found, questions)
  const statement = findIn(parsePolicy(settings.policyFile, text()), draft)
  const { lines, ...rest } = await runTrial(driver, statement, draft)
  const planned = kind === 'read' ? `returns ${found.join(', ')}` : 'accepted'
  return { lines: [...parsed, `Plan: ${planned}.`, ...lines], ...rest }
}

async function chooseColumns(
  { columns, takesAllColumns }: Draft,
  found: readonly string[],
  questions: Questions | undefined,
): Promise<Record<string, string>> {
  const listed = columns ?? {}
  const absent = Object.keys(listed).filter((column) => !found.includes(column))
  if (absent.length > 0) {
    fail(`--column ${absent[0]}: the query does not return it. It returns ${found.join(', ')}.`)
  }
  if (takesAllColumns) {
    return Object.fromEntries(found.map((column) => [column, listed[column] ?? 'plain']))
  }
  if (columns !== undefined) return columns
  if (questions !== undefined) return await askColumns(found, questions)
  return fail(
    `Choose the columns to send: --column ${found.map((column) => `${column}=plain`).join(' ')} or --all-columns. Treatments: plain, tokenise, all, last4, first1, email.`,
  )
}

function findIn(policy: Policy, { database, name }: Draft): StatementPolicy {
  const found = policy.databases.get(database.name)?.statements.get(name)
  return found ?? fail(`${database.name}.${name} is not in the policy after it was added.`)
}

async function report(
  draft: Draft,
  statement: StatementPolicy,
  { lines, sample }: Trial,
  { policyFile }: Settings,
  isPrinted: boolean,
): Promise<string[]> {
  const { database, name } = draft
  const full = `${database.name}.${name}`
  const alone = { ...database, statements: new Map([[name, statement]]) }
  const { ledger: _, ...withoutLedger } = alone
  const needed = grants(await neededRights(withoutLedger), 'task_edge')
  const params = Object.fromEntries(
    statement.params.map((param) => [param.name, `<${param.type}>`]),
  )
  const body = { database: database.name, statement: name, params }
  return [
    ...lines,
    ...(sample === undefined
      ? []
      : ['First row as it would be sent:', `  ${JSON.stringify(sample)}`]),
    '',
    isPrinted
      ? `Not written (--print). Entry for databases.${database.name}.statements in ${policyFile}:`
      : `Added ${full} to ${policyFile}:`,
    ...showEntry(draft)
      .split('\n')
      .map((line) => `  ${line}`),
    '',
    'Next:',
    ...(needed.length === 0 ? [] : ['  Permissions that the role needs:']),
    ...needed.map((grant) => `    ${grant}`),
    `  task-edge explain ${full}    shows what is sent`,
    '  Reload the running connector: send it SIGHUP (docker compose kill -s HUP edge)',
    `  Run it: dashboard, Connectors, or POST /api/connectors/{connector}/run with ${JSON.stringify(body)}`,
  ]
}
