// Inserts the rows of an export in small transactions: a long one would hold back the event log of every tenant.
import type { RunInTenant } from '#db/database.ts'
import { sql } from '#db/sql.ts'
import { planTables, type TablePlan } from '#db/transfer/table-plan.ts'
import { type ImportMode, SLUG_SETTING } from '#db/transfer/tenant-tables.ts'
import { type ExportHeader, ExportRefused, type Section } from './export-header.ts'
import type { TransferProgress } from './export-tenant.ts'

/** Rows of one transaction. */
const STEP_ROWS = 5_000
const STEP_CHARACTERS = 4 * 1024 * 1024

export type RowImport = {
  header: ExportHeader
  slug: string
  mode: ImportMode
  tenantTx: RunInTenant
  onProgress: (progress: TransferProgress) => void
}

/** Returns the lines that are not rows: those of secrets. */
export async function importRows(
  options: RowImport,
  lines: AsyncIterable<string>,
): Promise<string[]> {
  const plans = await readPlans(options)
  const secrets: string[] = []
  let store: Store | undefined
  let step = newStep()
  const flush = async () => {
    if (step.rows.length > 0) await store?.(step.rows)
    step = newStep()
  }
  for await (const line of lines) {
    const section = readSection(line)
    if (section) {
      await flush()
      store = section.part === 'secrets' ? undefined : openStore(options, plans, section)
      if (!store) secrets.length = 0
      continue
    }
    if (!store) {
      // They are kept in memory until the end.
      if (secrets.length >= (options.header.secrets?.count ?? 0)) {
        throw new ExportRefused('The file has more secrets than its header says. Export it again.')
      }
      secrets.push(line)
      continue
    }
    step.rows.push(line)
    step.characters += line.length
    if (step.rows.length === STEP_ROWS || step.characters >= STEP_CHARACTERS) await flush()
  }
  await flush()
  return secrets
}

const newStep = () => ({ rows: [] as string[], characters: 0 })

/** Rows are arrays. Secrets have an owner and no part. */
function readSection(line: string): Section | undefined {
  if (!line.startsWith('{')) return undefined
  const value = JSON.parse(line) as Partial<Section> // the checksum covers it
  return value.part === undefined ? undefined : (value as Section)
}

type Store = (rows: readonly string[]) => Promise<void>

function openStore(
  { header, slug, mode, tenantTx, onProgress }: RowImport,
  plans: ReadonlyMap<string, TablePlan>,
  { table, part }: Extract<Section, { table: string }>,
): Store {
  const { id } = header.tenant
  const plan = plans.get(table)
  if (!plan) throw new ExportRefused(`The export has a table that is not known: ${table}`)
  const total = header.tables.find((one) => one.table === table)?.rows ?? 0
  let done = 0
  return async (rows) => {
    const json = `[${rows.join(',')}]`
    const statement = part === 'rows' ? plan.insert(id, json, mode) : plan.later?.set(id, json)
    if (!statement) return
    await tenantTx(id, async (tx) => {
      await tx.rows(sql`select set_config(${SLUG_SETTING}, ${slug}, true)`)
      await tx.rows(statement, { usesCustomPlan: true })
    })
    done += rows.length
    if (part === 'rows') onProgress({ table, done, total })
  }
}

/** The same columns as in the export: a row is an array, so a column more or less would shift the others. */
async function readPlans({ header, tenantTx }: RowImport): Promise<Map<string, TablePlan>> {
  const plans = await tenantTx(header.tenant.id, (tx) =>
    planTables((statement) => tx.rows(statement)),
  )
  for (const { table, names } of plans) {
    const exported = header.tables.find((one) => one.table === table)
    if (exported?.columns.join() !== names.join()) {
      throw new ExportRefused(`The table ${table} has other columns in the export than here.`)
    }
  }
  return new Map(plans.map((plan) => [plan.table, plan]))
}
