// The dispatcher's second listener: changes of linked tasks, and new tasks where an integration sends them out, become
// signals in the transaction in which they are read from the log. An integration is not notified of its own changes.
import type { Reader } from '#db/reader.ts'
import type { LoggedEvent } from '#events/logged-event.ts'
import { encodeId } from '#lib/ids.ts'
import {
  type EventSubject,
  insertTaskSignals,
  type LinkedTask,
  listLinkedTasks,
  listSenders,
  readSubjects,
  type Sender,
} from '../store/notify.ts'

/** As the engine acts on tasks. */
export function actorOf(integrationId: string): { kind: 'system'; id: string } {
  return { kind: 'system', id: encodeId('integration', integrationId) }
}

/** The end of a run and a decision about its effects may allow what was held back until then. */
const CONCERNS = /^(task|comment|approval)\.|^run\.canceled$/

type TaskNotice = { tenant_id: string; task_id: string; actor: string; queue: string | null }

export async function notifyIntegrations(
  tx: Reader,
  events: readonly LoggedEvent[],
): Promise<void> {
  const about = events.filter(({ type }) => CONCERNS.test(type))
  if (about.length === 0) return
  const senders = await listSenders(tx, [...new Set(about.map((event) => event.tenant_id))])
  if (senders.length === 0) return
  const byTenant = Map.groupBy(senders, (sender) => sender.tenant_id)
  const notices = await readNotices(
    tx,
    about.filter((event) => byTenant.has(event.tenant_id)),
    byTenant,
  )
  const linked = await listLinkedTasks(tx, notices)
  const signals = [...findChanged(notices, linked), ...findNew(notices, linked, byTenant)]
  if (signals.length > 0) await insertTaskSignals(tx, signals)
}

async function readNotices(
  tx: Reader,
  events: readonly LoggedEvent[],
  byTenant: ReadonlyMap<string, Sender[]>,
): Promise<TaskNotice[]> {
  const mayBeNew = (event: LoggedEvent) =>
    (event.type === 'task.created' || event.changed.includes('queue')) &&
    byTenant.get(event.tenant_id)?.some((sender) => sender.outgoing_queue !== null)
  const unclear = events.filter((event) => event.type.startsWith('comment.') || mayBeNew(event))
  const subjects = new Map<string, EventSubject>()
  if (unclear.length > 0) {
    for (const subject of await readSubjects(tx, unclear)) subjects.set(subject.id, subject)
  }
  return events.map((event) => {
    const subject = subjects.get(event.id)
    const hex = subject?.task_id?.replace('tsk_', '')
    return {
      tenant_id: event.tenant_id,
      task_id: hex ?? event.subject_id,
      actor: event.actor,
      queue: mayBeNew(event) ? (subject?.queue ?? null) : null,
    }
  })
}

const place = (one: { tenant_id: string; task_id: string }) =>
  `${one.tenant_id}/${one.task_id.replaceAll('-', '')}`

/** One signal for a task, however much happened to it. */
function findChanged(notices: readonly TaskNotice[], linked: readonly LinkedTask[]) {
  const events = Map.groupBy(notices, place)
  const found = new Map<string, LinkedTask & { kind: 'task' }>()
  for (const link of linked) {
    const own = ownText(link.integration_id)
    const isNews = events.get(place(link))?.some(({ actor }) => actor !== own)
    if (isNews) found.set(`${place(link)}/${link.integration_id}`, { ...link, kind: 'task' })
  }
  return [...found.values()]
}

function findNew(
  notices: readonly TaskNotice[],
  linked: readonly LinkedTask[],
  byTenant: ReadonlyMap<string, Sender[]>,
) {
  const links = new Set(linked.map((link) => `${place(link)}/${link.integration_id}`))
  return notices.flatMap((one) => {
    if (one.queue === null) return []
    const senders = byTenant.get(one.tenant_id) ?? []
    return senders
      .filter(({ outgoing_queue: queue }) => queue === '*' || queue === one.queue)
      .filter(({ id }) => one.actor !== ownText(id) && !links.has(`${place(one)}/${id}`))
      .map(({ id }) => ({
        tenant_id: one.tenant_id,
        integration_id: id,
        task_id: one.task_id,
        kind: 'new' as const,
      }))
  })
}

function ownText(integrationId: string): string {
  const { kind, id } = actorOf(integrationId)
  return `${kind}:${id}`
}
