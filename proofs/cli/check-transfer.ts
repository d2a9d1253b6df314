// Imports and exports: interrupted and continued without duplicates, errors in a file, constant memory, no formulas in CSV.
import { readFileSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { setTimeout as sleep } from 'node:timers/promises'
import { startTasks } from '../../tests/harness/cli/tasks-program.ts'
import type { Stage } from './stage.ts'

/** Of a file many times as large. */
const HEAP_MIB = 20
const MANY = 'many.csv'
const CELL = 'x'.repeat(600)

export async function checkTransfer(stage: Stage, isFull: boolean): Promise<string[]> {
  return [
    ...(await checkInterruption(stage, isFull ? 40_000 : 10_000)),
    ...(await checkErrors(stage)),
    ...(await checkMemory(stage, isFull ? 200_000 : 30_000)),
    ...(await checkExport(stage)),
  ]
}

async function countTasks({ client }: Stage, queue: string): Promise<Map<string, number>> {
  const counts = new Map<string, number>()
  for await (const { title } of client.tasks.list({ queue, limit: 200 })) {
    counts.set(title, (counts.get(title) ?? 0) + 1)
  }
  return counts
}

/** By the import of this file; there are others before it. */
async function countCreated({ client }: Stage, name: string): Promise<number> {
  const { data } = await client.imports.list({ limit: 1 })
  return data[0]?.name === name ? data[0].created : 0
}

async function checkInterruption(stage: Stage, rows: number): Promise<string[]> {
  const file = join(stage.folder, MANY)
  const lines = Array.from({ length: rows }, (_, at) => `"Row ${at}",bulk`)
  writeFileSync(file, ['title,queue', ...lines, ''].join('\n'))
  const { env, folder, program } = stage
  const args = ['import', file]
  const importing = startTasks(args, { env, cwd: folder, program })
  // The service creates the tasks in several steps, and this is after the first ones.
  while (importing.process.exitCode === null && (await countCreated(stage, MANY)) === 0)
    await sleep(5)
  importing.process.kill('SIGINT')
  const interrupted = await importing.ended
  const before = await countTasks(stage, 'bulk')
  const unclear = await stage.run(args)
  const resumed = await stage.run([...args, '--resume'])
  const after = await countTasks(stage, 'bulk')
  return [
    interrupted.code === 130 ? [] : `an interrupted import ended with ${interrupted.code}`,
    before.size < rows ? [] : 'the import was not interrupted',
    unclear.code === 2 ? [] : `an import without --resume ended with ${unclear.code}`,
    resumed.code === 0 ? [] : `--resume: ${resumed.stderr}`,
    after.size === rows ? [] : `${after.size} of ${rows} rows were created`,
    [...after.values()].every((count) => count === 1) ? [] : 'rows were created twice',
  ].flat()
}

async function checkErrors(stage: Stage): Promise<string[]> {
  const file = join(stage.folder, 'faulty.csv')
  const rows = ['Good,r-1,urgent', ',r-2,urgent', 'Bad,r-3,hihg', '"Twice",r-1,low']
  writeFileSync(file, ['Summary,Ref,Urgency', ...rows, ''].join('\n'))
  const maps = ['--map', 'title=Summary', '--map', 'external_id=Ref', '--map', 'priority=Urgency']
  const args = ['import', file, ...maps, '--set', 'source=faulty', '--json']
  const first = await stage.run(args)
  const result = JSON.parse(first.stdout) as Record<string, unknown>
  const errors = readFileSync(`${file}.errors.csv`, 'utf8')
  const second = await stage.run(args)
  const repeated = JSON.parse(second.stdout) as Record<string, unknown>
  const isCounted = result['created'] === 1 && result['existing'] === 1 && result['failed'] === 2
  return [
    first.code === 5 && isCounted ? [] : `errors: ${first.code} ${first.stdout}`,
    /r-2,urgent,3,/.test(errors) && /r-3,hihg,4,/.test(errors) ? [] : `error file: ${errors}`,
    repeated['created'] === 0 && repeated['existing'] === 2 ? [] : `repeated: ${second.stdout}`,
  ].flat()
}

async function checkMemory(stage: Stage, rows: number): Promise<string[]> {
  const file = join(stage.folder, 'large.csv')
  writeFileSync(file, `title,description\n${`Row,${CELL}\n`.repeat(rows)}`)
  const env = { NODE_OPTIONS: `--max-old-space-size=${HEAP_MIB}` }
  const { code, stderr } = await stage.run(['import', file, '--dry-run'], undefined, env)
  return code === 0 ? [] : [`${rows} rows in a heap of ${HEAP_MIB} MiB: ${stderr.slice(-300)}`]
}

async function checkExport(stage: Stage): Promise<string[]> {
  await stage.client.tasks.create({ title: '=HYPERLINK("http://evil")', queue: 'formulas' })
  const { stdout } = await stage.run(['export', '--format', 'csv', '--queue', 'formulas'])
  const file = join(stage.folder, 'bulk.jsonl')
  const { code } = await stage.run(['export', '--queue', 'bulk', '-o', file])
  const count = readFileSync(file, 'utf8').trim().split('\n').length
  const expected = (await countTasks(stage, 'bulk')).size
  return [
    stdout.includes(`"'=HYPERLINK(""http://evil"")"`) ? [] : `a formula was exported: ${stdout}`,
    code === 0 && count === expected ? [] : `${count} of ${expected} tasks were exported`,
  ].flat()
}
