// One size under measurement: its database, the service on it, and the requests that fit its data.
import { mkdirSync, rmSync } from 'node:fs'
import { join } from 'node:path'
import { withAdmin } from '../../../tests/harness/admin-client.ts'
import { createApiCaller } from '../../../tests/harness/clients/api-caller.ts'
import type { BenchTenant } from '../../../tests/harness/measure/bench-tenants.ts'
import type { Measurement } from '../../../tests/harness/measure/measurement.ts'
import type { DataSet } from '../data-sets.ts'
import { startServiceProcess } from '../service-process.ts'
import { taskBody } from '../task-body.ts'
import { sendRequests, type Variant } from '../wrk.ts'
import type { RequestKind, Sample } from './request-kind.ts'

/** Few, so that times are those of the service and not of waiting for it. */
const READ_CONNECTIONS = 8
export const CREATE_CONNECTIONS = 64
/** So many that hardly any request meets what the one before it read. */
const MOST_VARIANTS = 2_000
const MOST_PAGES = 300
const PROBES = 5

export type Probe = { ms: number; rows: number; status: number }

export type Side = DataSet & {
  read(kind: RequestKind, seconds: number): Promise<Measurement>
  create(seconds: number): Promise<Measurement>
  /** Some requests one after the other: what they answer, and whether a round would see any answer at all. */
  probe(kind: RequestKind): Promise<Probe[]>
  stop(): Promise<void>
}

export async function startSide(data: DataSet, root: string): Promise<Side> {
  const directory = join(root, `${data.tasks}-${data.tenants}`)
  mkdirSync(directory)
  const service = await startServiceProcess({ databaseUrl: data.url, directory })
  const samples = await drawSamples(data)
  const callers = new Map(data.callers.map((caller) => [caller.id, caller]))
  const prepared = new Map<string, Variant[]>()
  const variantsOf = async (kind: RequestKind) => {
    const variants = prepared.get(kind.name) ?? (await makeVariants(kind))
    prepared.set(kind.name, variants)
    return variants
  }
  const makeVariants = async (kind: RequestKind): Promise<Variant[]> => {
    if (kind.subject === 'tenant') return data.callers.map((caller) => as(caller, kind.path({})))
    if (kind.subject === 'page') return walkOn(service.url, shuffled(data.callers), kind)
    return samples
      .filter((sample) => fits(sample, kind))
      .slice(0, MOST_VARIANTS)
      .map((sample) => as(callers.get(sample.tenantId), kind.path({ sample })))
  }
  return {
    ...data,
    async read(kind, seconds) {
      const { url } = service
      const request = { method: 'GET' } as const
      const variants = await variantsOf(kind)
      return sendRequests(
        { url, directory, connections: READ_CONNECTIONS, request, variants },
        seconds,
      )
    },
    create(seconds) {
      const { url } = service
      const request = { method: 'POST', body: taskBody } as const
      const variants = data.callers.map((caller) => as(caller, '/api/tasks'))
      return sendRequests(
        { url, directory, connections: CREATE_CONNECTIONS, request, variants },
        seconds,
      )
    },
    probe: async (kind) => probe(service.url, await variantsOf(kind)),
    async stop() {
      await service.stop()
      rmSync(directory, { recursive: true })
    },
  }
}

function fits({ parentId, fieldPart }: Sample, { subject }: RequestKind): boolean {
  if (subject === 'child') return parentId !== null
  return subject !== 'field' || fieldPart !== null
}

function as(caller: BenchTenant | undefined, path: string): Variant {
  if (!caller) throw new Error('no caller has the tenant of this task')
  return { path, headers: { Host: caller.host, 'X-API-Key': caller.key } }
}

/** From all over the table; about one task in thirty has a parent. */
async function drawSamples({ superuserUrl, tasks }: DataSet): Promise<Sample[]> {
  const percent = Math.min(100, (100 * 40 * MOST_VARIANTS) / tasks)
  return withAdmin(superuserUrl, async (admin) => {
    const { rows } = await admin.query<Sample>(
      `select tenant_id as "tenantId", id, parent_id as "parentId",
         substring(doc->>'description' from 'Reference ([0-9A-F]+)[.]') as "rareWord",
         substring(doc->'fields'->>'customer' from 'C-([0-9]{3,})') as "fieldPart"
       from tasks tablesample system (${percent}) repeatable (1)
       where doc->'created_by'->>'id' = 'load' order by random() limit ${30 * MOST_VARIANTS}`,
    )
    return rows
  })
}

async function walkOn(
  url: string,
  callers: readonly BenchTenant[],
  kind: RequestKind,
): Promise<Variant[]> {
  const api = createApiCaller()
  const first = '/api/tasks?limit=50'
  try {
    const variants: Variant[] = []
    for (const caller of callers.slice(0, MOST_PAGES)) {
      const { body } = await api.call(`${url}${first}`, {
        headers: { ...as(caller, first).headers },
      })
      const { next_cursor: cursor } = JSON.parse(body) as { next_cursor: string | null } // a page of the contract
      if (cursor) variants.push(as(caller, kind.path({ cursor })))
    }
    return variants
  } finally {
    api.close()
  }
}

async function probe(url: string, variants: readonly Variant[]): Promise<Probe[]> {
  const api = createApiCaller()
  try {
    const probes: Probe[] = []
    for (const { path, headers } of shuffled(variants).slice(0, PROBES)) {
      const started = performance.now()
      const { status, body } = await api.call(`${url}${path}`, { headers: { ...headers } })
      const ms = performance.now() - started
      const { data } = JSON.parse(body) as { data?: unknown[] } // a page, a task or a problem
      probes.push({ ms, status, rows: data?.length ?? 1 })
    }
    return probes
  } finally {
    api.close()
  }
}

function shuffled<T>(items: readonly T[]): T[] {
  return items
    .map((item) => ({ item, rank: Math.random() }))
    .toSorted((a, b) => a.rank - b.rank)
    .map(({ item }) => item)
}
