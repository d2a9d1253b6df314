// Import files whose names, columns and values are payloads: some wait with their columns, some list the rows that the dry run
// rejected, and the others are finished. The screen lists fifty.
import type { Import } from '@task-service/contract'
import type { Stage } from '../../tests/e2e/harness/stage.ts'
import { until } from '../../tests/operate/until.ts'
import { joinPayloads } from './join-payloads.ts'
import { MARK } from './xss-payloads.ts'

const COLUMNS = 160
/** Of each column none accepts a payload, so that each value is listed with its error. */
const REFUSING = ['priority', 'status', 'due_at', 'not_before', 'parent_id', 'queue'] as const
const ROWS_LISTED = 20
const FINISHED = 40
const NAME_MAX = 240
/** What no file name may contain. */
const FORBIDDEN = /[/\\\p{Cc}\u061c\u200b\u200e\u200f\u2028-\u202e\u2060-\u2069\ufeff]/gu

const quoted = (text: string): string => `"${text.replaceAll('"', '""')}"`
const line = (values: readonly string[]): string => values.map(quoted).join(',')
const nameOf = (text: string): string =>
  `${text.replaceAll(FORBIDDEN, '').slice(0, NAME_MAX).trim()} ${MARK}.csv`

/** How many texts it has planted. */
export async function plantImports(stage: Stage, payloads: readonly string[]): Promise<number> {
  const names = joinPayloads(payloads, NAME_MAX).slice(0, FINISHED)
  for (const name of names) await importTask(stage, name)
  const refused = chunk(payloads, REFUSING.length * ROWS_LISTED)
  for (const values of refused) await refuseRows(stage, values)
  // Last, so that its panel is the first one of the list.
  for (const columns of chunk(payloads, COLUMNS).toReversed()) {
    const header = columns.map((column, index) => `${index} ${column.replaceAll(/\p{Cc}/gu, ' ')}`)
    await upload(stage, columns[0] ?? '', [line([...header, MARK]), line([...columns, MARK])])
  }
  return names.length + payloads.length * 3
}

async function importTask(stage: Stage, name: string): Promise<void> {
  const { id } = await upload(stage, name, ['title', line(['Imported'])])
  await stage.api('POST', `/imports/${id}/validate`, {})
  await untilState(stage, id, 'ready')
  await stage.api('POST', `/imports/${id}/start`)
  await untilState(stage, id, 'finished')
}

async function refuseRows(stage: Stage, values: readonly string[]): Promise<void> {
  const rows = chunk(values, REFUSING.length).map((row) => line(['Refused', ...row]))
  const { id } = await upload(stage, values[0] ?? '', [line(['title', ...REFUSING]), ...rows])
  await stage.api('POST', `/imports/${id}/validate`, {})
  const { errors } = await untilState(stage, id, 'ready')
  if (errors.length < rows.length) throw new Error(`only ${errors.length} values were rejected`)
}

async function untilState(stage: Stage, id: string, state: Import['state']): Promise<Import> {
  return until(`import ${id} is ${state}`, async () => {
    const found = await stage.api<Import>('GET', `/imports/${id}`)
    if (found.state === 'failed') throw new Error(`import failed: ${found.failure}`)
    return found.state === state && found
  })
}

async function upload(
  { service }: Pick<Stage, 'service'>,
  name: string,
  lines: readonly string[],
): Promise<Import> {
  const query = new URLSearchParams({ name: nameOf(name) })
  const response = await fetch(`${service.url}/api/imports?${query.toString()}`, {
    method: 'POST',
    headers: { 'x-api-key': service.apiKey, 'content-type': 'application/octet-stream' },
    body: lines.join('\n'),
  })
  const text = await response.text()
  if (!response.ok) throw new Error(`the upload answered ${response.status}: ${text}`)
  return JSON.parse(text) as Import // what the contract says
}

const chunk = <T>(all: readonly T[], size: number): T[][] =>
  Array.from({ length: Math.ceil(all.length / size) }, (_, index) =>
    all.slice(index * size, (index + 1) * size),
  )
