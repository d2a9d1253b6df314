// Plans as PostgreSQL logs them while requests run: auto_explain shows what was really executed, nested statements of
// foreign keys and functions included.
import { closeSync, fstatSync, openSync, readSync } from 'node:fs'
import { setTimeout as sleep } from 'node:timers/promises'
import type { Client } from 'pg'

export type PlanNode = {
  'Node Type': string
  'Relation Name'?: string
  'Index Name'?: string
  'Index Cond'?: string
  Filter?: string
  'Conflict Arbiter Indexes'?: string[]
  'Actual Rows'?: number
  'Actual Loops'?: number
  'Rows Removed by Filter'?: number
  'Rows Removed by Index Recheck'?: number
  Plans?: PlanNode[]
}

export type LoggedPlan = {
  statement: string
  plan: PlanNode
  /** Run inside another statement: a foreign key's check, or a function's body. */
  nested: boolean
}

/** For the cluster; logging itself is switched on for one database, after it was loaded. */
export const planLogSettings = {
  session_preload_libraries: 'auto_explain',
  'auto_explain.log_min_duration': '-1',
  'auto_explain.log_nested_statements': 'on',
  'auto_explain.log_format': 'json',
  'auto_explain.log_analyze': 'on',
  'auto_explain.log_timing': 'off',
  'auto_explain.log_verbose': 'on',
  log_line_prefix: '@@%a|',
}

/** Concerns connections opened from now on. */
export async function startPlanLog(admin: Client, database: string): Promise<void> {
  await admin.query(`alter database ${database} set auto_explain.log_min_duration = 0`)
}

export type PlanLog = {
  /** Plans of the service's statements since the last call. */
  take(): Promise<LoggedPlan[]>
}

/** `admin` must be a connection whose plans are logged too: its statement marks the end. */
export function followPlanLog(logFile: string, admin: Client): PlanLog {
  let offset = sizeOf(logFile)
  let marks = 0
  return {
    async take() {
      await untilIdle(admin)
      const mark = `select 'plans read ${++marks}'`
      await admin.query(mark)
      for (;;) {
        const text = readFrom(logFile, offset)
        // The text stands in the entry's JSON; the closing brace says that the entry is complete.
        const at = text.indexOf(mark)
        const end = at === -1 ? -1 : text.indexOf('\n\t}\n', at)
        if (end !== -1) {
          offset += Buffer.byteLength(text.slice(0, end + 4))
          return parse(text.slice(0, end))
        }
        await sleep(5)
      }
    },
  }
}

/** The plan of a transaction's last statement is logged when the transaction ends, which may be after the answer. */
async function untilIdle(admin: Client): Promise<void> {
  for (;;) {
    const { rowCount } = await admin.query(
      `select from pg_stat_activity where application_name = 'task-service'
         and datname = current_database() and state <> 'idle'`,
    )
    if (rowCount === 0) return
    await sleep(1)
  }
}

function sizeOf(file: string): number {
  const handle = openSync(file, 'r')
  const { size } = fstatSync(handle)
  closeSync(handle)
  return size
}

function readFrom(file: string, offset: number): string {
  const handle = openSync(file, 'r')
  try {
    const buffer = Buffer.alloc(fstatSync(handle).size - offset)
    readSync(handle, buffer, 0, buffer.length, offset)
    return buffer.toString()
  } finally {
    closeSync(handle)
  }
}

const SERVICE = 'task-service|'

function parse(text: string): LoggedPlan[] {
  const plans: LoggedPlan[] = []
  for (const entry of text.split(/^@@/m)) {
    if (!entry.startsWith(SERVICE)) continue
    const last = plans.at(-1)
    // The context of an entry follows it, and only a nested statement has one.
    if (entry.startsWith(`${SERVICE}CONTEXT:`) && last) last.nested = true
    if (!/^[^\n]*\bplan:\n/.test(entry)) continue
    const json = JSON.parse(entry.slice(entry.indexOf('\n')).replaceAll(/^\t/gm, '')) as {
      'Query Text': string
      Plan: PlanNode
    } // auto_explain's own format
    plans.push({ statement: json['Query Text'].trim(), plan: json.Plan, nested: false })
  }
  return plans
}
