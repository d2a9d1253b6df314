// Previews a mapping with real items: reads them from the vendor and maps them as a sync run would, storing nothing.
import {
  type Mapping,
  type MappingPreview,
  type PreviewRecord,
  type RemoteChoices,
  resolveMapping,
} from '@task-service/contract'
import type { Manifest, RemoteTask } from '@task-service/kit'
import type { PluginSession } from '#agent/host.ts'
import type { Context } from '#db/context.ts'
import {
  type CheckSteps,
  fromFailure,
  openConnection,
} from '#domains/integrations/connection/index.ts'
import type { IntegrationParts } from '#domains/integrations/parts.ts'
import {
  type Dictionary,
  isSame,
  type LinkRow,
  listLinksByExternal,
  remoteValues,
  ruleOf,
  toLocal,
} from '#domains/sync/index.ts'
import { encodeId } from '#lib/ids.ts'
import { discoverAll } from './check-connection.ts'

const RECORDS = 10

export async function previewMapping(
  steps: CheckSteps,
  parts: IntegrationParts,
  integrationId: string,
  given: Mapping | undefined,
): Promise<MappingPreview> {
  const { row, manifest, session } = await openConnection(steps, parts, integrationId)
  const mapping = given ?? row.mapping
  const known = mapping.choices ?? row.mapping.choices
  const items = await readSome(session, steps.signal)
  const choices = known ?? (await discoverAll(session, steps.signal))
  const resolved = resolveMapping(mapping, manifest, choices)
  const dictionary = { mapping: resolved, fields: manifest.fields }
  const links = await steps.read((ctx) => findLinks(ctx, row.id, items))
  return {
    mapping: resolved,
    records: items.map((item) =>
      describeRecord(dictionary, manifest, item, { link: links.get(item.ref.id), choices }),
    ),
  }
}

async function readSome(session: PluginSession, signal: AbortSignal): Promise<RemoteTask[]> {
  const found: RemoteTask[] = []
  try {
    for await (const { items } of session.pull(null, { limit: RECORDS }, signal)) {
      found.push(...items.flatMap((item) => (item.kind === 'upsert' ? [item.task] : [])))
      if (found.length >= RECORDS) break
    }
  } catch (error) {
    throw fromFailure(error)
  }
  return found.slice(0, RECORDS)
}

async function findLinks(
  { tx }: Context,
  integrationId: string,
  items: readonly RemoteTask[],
): Promise<Map<string | null, LinkRow>> {
  const ids = items.map(({ ref }) => ref.id)
  const links = await listLinksByExternal(tx, integrationId, ids)
  return new Map(links.map((link) => [link.external_id, link]))
}

/** An item that a user unlinked is not imported again; values that both sides agree on are unchanged. */
function describeRecord(
  dictionary: Dictionary,
  manifest: Manifest,
  item: RemoteTask,
  { link, choices }: { link: LinkRow | undefined; choices: RemoteChoices },
): PreviewRecord {
  const remote = Object.entries(remoteValues(dictionary, item.fields))
  const isNew = ([field, value]: (typeof remote)[number]) =>
    !isSame(field, value, link?.shadow[field]?.remote)
  const would = !link
    ? 'create'
    : link.state !== 'gone' && remote.some(isNew)
      ? 'change'
      : 'nothing'
  return {
    external_id: item.ref.id,
    key: item.key,
    url: item.url,
    would,
    task_id: link ? encodeId('task', link.task_id) : null,
    fields: remote.map(([field, value]) => {
      const task = toLocal(dictionary, field, value, link?.shadow[field]?.local)
      const note = noteOf(dictionary, manifest, field, task)
      const remoteName = nameOf(choices, field, value)
      return { field, remote: value, remote_name: remoteName, task: task ?? null, note }
    }),
  }
}

const chosenFrom: Readonly<Record<string, keyof RemoteChoices>> = {
  status: 'statuses',
  priority: 'priorities',
  assignee: 'people',
}

/** Null where the value is its own name, or has no known name. */
function nameOf(choices: RemoteChoices, field: string, value: unknown): string | null {
  const kind = chosenFrom[field]
  const known = kind && choices[kind]?.find(({ id }) => id === value)
  return known?.name ?? null
}

function noteOf(
  dictionary: Dictionary,
  { fields }: Manifest,
  field: string,
  task: unknown,
): string | null {
  if (ruleOf(dictionary, field).direction === 'out') return 'Export only: not imported.'
  if (task === undefined) return 'Not mapped yet. Choose a value for it in the mapping.'
  return fields[field as keyof typeof fields]?.lossy ?? null
}
