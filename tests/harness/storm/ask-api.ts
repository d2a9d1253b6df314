// What the service itself says after the storm: every task through its lists, and every kept answer once more.
import type { TaskPage } from '@task-service/contract'
import { imageOf, isReplay } from '../clients/api-caller.ts'
import type { TestTenant } from '../service.ts'
import { digestOf, digestOfText, type Journal } from './journal.ts'
import { type Line, type StormRequest, sendAt } from './send.ts'
import type { StoredTask } from './stored-rows.ts'

const PAGE = 200
const AT_ONCE = 16

/** Digest of every task the lists show, by id; page by page at another process each time. */
export async function listAll(
  line: Line,
  tenants: readonly TestTenant[],
): Promise<Map<string, string>> {
  const shown = new Map<string, string>()
  for (const tenant of tenants) {
    let cursor: string | null = ''
    for (let page = 0; cursor !== null; page++) {
      const path: string = `/api/tasks?limit=${PAGE}${cursor && `&cursor=${cursor}`}`
      const answer = await sendAt(line, { tenant, method: 'GET', path }, page)
      if (answer.status !== 200) throw new Error(`${path} answered ${answer.status} ${answer.body}`)
      const { data, next_cursor: next } = JSON.parse(answer.body) as TaskPage // the list of the contract
      for (const task of data) shown.set(task.id, digestOf(task))
      cursor = next
    }
  }
  return shown
}

/** Everything stored is shown, and nothing else. */
export function compareShown(
  shown: ReadonlyMap<string, string>,
  tasks: readonly StoredTask[],
): string[] {
  const stored = new Set(tasks.map(({ id }) => id))
  return [
    ...tasks
      .filter(({ id, digest }) => shown.get(id) !== digest)
      .map(({ id }) => `${id} is not listed as it is stored`),
    ...[...shown.keys()].filter((id) => !stored.has(id)).map((id) => `${id} is listed, not stored`),
  ]
}

/** Each is answered as the first time, to the byte, and says that it is a replay. */
export async function repeatAll(
  line: Line,
  { toRepeat }: Journal,
): Promise<{ repeated: number; faults: string[] }> {
  const faults: string[] = []
  let begun = 0
  const repeat = async (request: StormRequest, image: string, place: number) => {
    const answer = await sendAt(line, request, place)
    const same = digestOfText(imageOf(answer)) === image
    if (!same || !isReplay(answer)) faults.push(`${request.key} got a new answer, ${answer.status}`)
  }
  const worker = async () => {
    for (let at = begun++; at < toRepeat.length; at = begun++) {
      const kept = toRepeat[at]
      if (kept) await repeat(kept.request, kept.image, at)
    }
  }
  await Promise.all(Array.from({ length: AT_ONCE }, worker))
  return { repeated: toRepeat.length, faults }
}
