// How a leak is recognized: a response that differs from the one for a name that does not exist, a marked text or id of
// another tenant, an authentication that succeeded, a failure, a changed row.

import type { Client } from 'pg'
import type { LocalApi } from '../../tests/harness/service.ts'
import type { Belongings } from './belongings.ts'
import type { ProbeRequest } from './probe-request.ts'
import type { Probe } from './probes.ts'

export type ProbeAnswer = { status: number; headers: Record<string, string>; body: string }

/** Sent with both requests, so that both answers may be compared to the byte, their request_id included. */
const REQUEST_ID = 'tenant-probe'
const METHODS = ['GET', 'HEAD', 'POST', 'PUT', 'PATCH', 'DELETE'] as const

export async function send(app: LocalApi['app'], request: ProbeRequest): Promise<ProbeAnswer> {
  const method = METHODS.find((one) => one === request.method)
  if (!method) throw new Error(`the proof cannot send ${request.method}`)
  const answer = await app.inject({
    method,
    url: request.url,
    headers: { ...request.headers, 'x-request-id': REQUEST_ID },
    ...(request.payload !== undefined && { payload: request.payload }),
  })
  const headers = Object.entries(answer.headers)
    .filter(([name]) => name !== 'date' && !name.startsWith('ratelimit'))
    .map(([name, value]) => [name, String(value)] as const)
  return { status: answer.statusCode, headers: Object.fromEntries(headers), body: answer.body }
}

/** What is wrong with the pair of answers; empty when nothing leaked. */
export function findLeaks(
  probe: Probe,
  foreign: ProbeAnswer,
  missing: ProbeAnswer,
  everybody: readonly Belongings[],
): string[] {
  const others = everybody.filter((one) => one !== probe.attacker)
  const leaks = [
    ...foundIn(foreign, probe.sent.foreign, others),
    ...foundIn(missing, probe.sent.missing, others),
  ]
  const plainForeign = comparable(probe, foreign, probe.sent.foreign)
  const plainMissing = comparable(probe, missing, probe.sent.missing)
  if (plainForeign !== plainMissing) leaks.push(difference(plainForeign, plainMissing))
  if (foreign.status >= 500) leaks.push(`failed with ${foreign.status}`)
  if (probe.mustBeRefused && foreign.status !== 401) leaks.push(`was let in: ${foreign.status}`)
  return leaks
}

function difference(foreign: string, missing: string): string {
  let at = 0
  while (at < foreign.length && foreign[at] === missing[at]) at++
  const around = (text: string) => text.slice(Math.max(0, at - 40), at + 80)
  return `differs from missing at ${at}: «${around(foreign)}» and «${around(missing)}»`
}

function foundIn(answer: ProbeAnswer, sent: readonly string[], others: readonly Belongings[]) {
  const text = withoutEcho(`${JSON.stringify(answer.headers)}\n${answer.body}`, sent)
  const ids = text.match(/[a-z]{3}_[0-9a-f]{32}/g) ?? []
  return others.flatMap((other) => [
    ...(text.includes(other.marker) ? [`shows a text of ${other.tenant.slug}`] : []),
    ...(text.includes(other.tenant.id) ? [`shows the tenant id of ${other.tenant.slug}`] : []),
    ...ids.filter((id) => other.ids.has(id)).map((id) => `shows ${id} of ${other.tenant.slug}`),
  ])
}

function withoutEcho(text: string, sent: readonly string[]): string {
  return sent.reduce((rest, value) => rest.replaceAll(value, '<sent>'), text)
}

/** The whole answer as text. An answer about the attacker's own differs in what is fresh, and only in that. */
function comparable(probe: Probe, answer: ProbeAnswer, sent: readonly string[]): string {
  const isWrite = !['GET', 'HEAD'].includes(probe.foreign.method)
  const created = answer.status < 300 && (isWrite || probe.covers.length === 0)
  const { 'content-length': length, ...rest } = answer.headers
  // A list's tag is sealed and differs in every response; that it reveals nothing is tested with it.
  const headers = rest['etag']?.startsWith('W/') ? { ...rest, etag: '<tag>' } : rest
  const text = withoutEcho(
    JSON.stringify([answer.status, created ? headers : { ...headers, length }, answer.body]),
    sent,
    // The time of a live run passes between the two requests.
  ).replaceAll(/\\"seconds\\":\d+/g, '"seconds":<time>')
  if (!created) return text
  return (
    text
      .replaceAll(/[a-z]{3}_[0-9a-f]{32}/g, '<id>')
      .replaceAll(/\d{4}-\d\d-\d\dT[\d:.]+Z/g, '<time>')
      // So does the place in it where a stream begins; when to come back is drawn by lot.
      .replaceAll(/retry: \d+/g, 'retry: <lot>')
      .replaceAll(/\\nid: [\w.-]+/g, ' id: <sealed>')
      .replaceAll(/whsec_[\w+/=]+/g, '<secret>')
      .replaceAll(/cnt_[\w-]{43}/g, '<secret>')
      .replaceAll(/agt_[\w-]{32}/g, '<secret>')
      .replaceAll(/\\"hint\\":\\"[\w-]{4}\\"/g, '"hint":<secret>')
      .replaceAll(/\\"(number|version|round|position)\\":\d+/g, '"$1":<count>')
      .replaceAll(/"etag":"[^,]*"/g, '"etag":<count>')
      // The end of the event log moves on with every transaction; it is sealed.
      .replaceAll(/\\"next_cursor\\":\\"[\w.-]+\\",\\"has_more\\"/g, '"next_cursor":<sealed>')
      .replaceAll(/retry: \d+/g, 'retry: <some>')
      .replaceAll(/\\nid: [\w.-]+/g, 'id: <sealed>')
      // Each link to answer a question is new; the host before it still tells whose it is.
      .replaceAll(/\/answer\/[\w-]{43}/g, '/answer/<secret>')
  )
}

function isJson(headers: Record<string, string>): boolean {
  return headers['content-type']?.startsWith('application/json') ?? false
}

/** Ids of tasks the attacker made by the way; they carry the sent names and must not stay. */
export function createdTasks(answer: ProbeAnswer): string[] {
  if (answer.status >= 300 || !isJson(answer.headers) || answer.body === '') return []
  const body = JSON.parse(answer.body) as {
    id?: string
    results?: { status: number; task?: { id: string } }[]
  } // what the task operations answer; other answers have neither
  const single = answer.status === 201 && body.id?.startsWith('tsk_') ? [body.id] : []
  const many = (body.results ?? []).filter(({ status }) => status === 201)
  return [...single, ...many.flatMap(({ task }) => (task ? [task.id] : []))]
}

/** Where the connector is deleted that the answer shows as created. */
export function createdConnector(answer: ProbeAnswer): string | undefined {
  const id = answer.status === 201 && /^\{"id":"(con_[0-9a-f]{32})"/.exec(answer.body)?.[1]
  return id ? `/api/connectors/${id}` : undefined
}

/** Where the custom field is deleted that the answer shows as created. */
export function createdField(answer: ProbeAnswer): string | undefined {
  const id = answer.status === 201 && /^\{"id":"(fld_[0-9a-f]{32})"/.exec(answer.body)?.[1]
  return id ? `/api/fields/${id}` : undefined
}

/** Where the agent, or the token of one, is deleted that a request to this URL created. */
export function createdForAgent(url: string, answer: ProbeAnswer): string | undefined {
  if (answer.status !== 201) return undefined
  const token = /^\{"id":"(tok_[0-9a-f]{32})"/.exec(answer.body)?.[1]
  if (token !== undefined) return `${url}/${token}`
  const name = /^\{"id":"agn_[0-9a-f]{32}","name":"([\w-]+)"/.exec(answer.body)?.[1]
  return name && `/api/agents/${name}`
}

/** The view that the answer shows, made or changed; undefined when it shows none. */
export function savedView(answer: ProbeAnswer): string | undefined {
  return /^\{"id":"(viw_[0-9a-f]{32})"/.exec(answer.body)?.[1]
}

/** A wrong password at a tenant is noted there, which is no change by another tenant. */
const OWN_ENTRIES: Record<string, string> = {
  audit_entries: `and t.action not in ('user.signed_in', 'user.sign_in_failed')`,
}

/** One line per table and tenant: how many rows there are and what they say. */
export async function hashRows(admin: Client, tenantIds: readonly string[]): Promise<string[]> {
  const { rows: tables } = await admin.query<{ name: string }>(
    `select c.oid::regclass::text as name from pg_class c
     join pg_attribute a on a.attrelid = c.oid and a.attname = 'tenant_id'
     where c.relkind in ('r', 'p') and not c.relispartition and c.relnamespace = 'public'::regnamespace
     order by 1`,
  )
  const lines: string[] = []
  for (const { name } of tables) {
    const { rows } = await admin.query<{ line: string }>(
      `select format('${name} %s %s %s', tenant_id, count(*),
         md5(string_agg(md5(t::text), '' order by md5(t::text)))) as line
       from ${name} t where tenant_id = any($1) ${OWN_ENTRIES[name] ?? ''} group by tenant_id order by tenant_id`,
      [tenantIds],
    )
    lines.push(...rows.map(({ line }) => line))
  }
  return lines
}
