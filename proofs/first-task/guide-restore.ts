// A dump of one deployment restored into an empty one, by the very commands of the guide, and found equal by its last one.
import { cpSync } from 'node:fs'
import { join } from 'node:path'
import { type ComposeProject, watchStart } from '../../tests/harness/containers/compose-project.ts'
import { root } from '../../tests/harness/containers/engine.ts'
import type { CheckResult } from '../../tests/harness/containers/overlays.ts'
import { shellCommands } from '../../tests/harness/documents/shell-commands.ts'
import { findFreePort } from '../../tests/harness/free-port.ts'
import { findLoss, type Kept, readKept } from './kept-data.ts'

const GUIDE = join(root, 'docs/guide/self-hosting.md')
/** Of the blocks for compose: the first one restores, the last one compares. */
const isOfCompose = (line: string) => line.startsWith('docker compose')

/** `before` is what clients saw of `from`, which is stopped by the way. */
export async function checkGuideRestore(
  from: ComposeProject,
  to: ComposeProject,
  before: Kept,
): Promise<CheckResult> {
  const [dump = ''] = shellCommands(GUIDE, 'Back up')
  const all = shellCommands(GUIDE, 'Restore')
  const [stop = '', define = '', take = '', compare = ''] = all.slice(-4)
  const restore = all.slice(0, -4).filter(isOfCompose)
  const typed = (project: ComposeProject, line: string) =>
    project.shell(`${define.replace('task-service_default', project.network)}\n${line}`)
  for (const line of [stop, take, dump]) await typed(from, line)
  for (const file of ['.env', 'tasks.dump', 'before.txt']) {
    cpSync(join(from.folder, file), join(to.folder, file))
  }
  to.configure({ SERVICE_ACP_PORT: String(await findFreePort()) })
  let said = ''
  for (const line of restore) {
    // `doctor` is asked of a container that compose has only just started.
    if (line.includes('doctor')) await watchStart(to)
    said = await to.shell(line)
  }
  const after = await readKept(to)
  const loss = findLoss(before.seen, after.seen)
  await to.shell(stop)
  const equal = await typed(to, compare).catch((error: Error) => error.message)
  const faults = [
    ...(said.includes('All checks passed.') ? [] : [`restore: doctor says ${said}`]),
    ...(loss === undefined ? [] : [`restore: ${loss} is not what it was`]),
    ...(equal.trimEnd().endsWith('the same') ? [] : [`restore: ${equal}`]),
  ]
  const result = faults.length === 0 ? 'fingerprint equal' : 'NOT equal'
  return { shown: `restored by the guide: ${after.tasks} tasks, ${result}`, faults }
}
