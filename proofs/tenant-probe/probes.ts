// The probes: every operation and position, with another tenant's name in it, with every key that should be rejected.
import { generateAgentToken } from '../../server/src/crypto/agent-token.ts'
import { generateApiKey } from '../../server/src/crypto/api-key.ts'
import { uuidv7 } from '../../server/src/lib/uuid.ts'
import { HOST_SUFFIX } from '../../tests/harness/service.ts'
import { absentMarker, type Belongings, missingNumber } from './belongings.ts'
import type { Json, Kind, Position, ProbeOperation } from './id-positions.ts'
import { readerHeaders } from './inbox-belongings.ts'
import { buildRequest, type ProbeRequest, type Substitution, valueOf } from './probe-request.ts'

export type Attack = 'foreign id' | 'foreign key' | 'foreign host'

export type Probe = {
  operation: ProbeOperation
  /** What it covers: operation, position and attack, in the words of `coverageOf`. */
  covers: string[]
  variant: string
  attacker: Belongings
  victim: Belongings
  /** The same request twice: once with a name of another tenant, once with a name that does not exist. */
  foreign: ProbeRequest
  missing: ProbeRequest
  /** What was put in, to tell an echo from a leak. */
  sent: { foreign: string[]; missing: string[] }
  mustBeRefused: boolean
}

const isOfAgents = ({ path }: ProbeOperation) => path.startsWith('/agent/')
const isOfPeople = ({ path }: ProbeOperation) => path.startsWith('/ui/')

function credentialOf(operation: ProbeOperation, own: Belongings): Record<string, string> {
  if (isOfAgents(operation)) return { authorization: `Bearer ${own.agentToken}` }
  if (isOfPeople(operation)) return readerHeaders(own)
  return { 'x-api-key': own.tenant.key }
}

function wrongCredential(operation: ProbeOperation): Record<string, string> {
  if (isOfAgents(operation)) return { authorization: `Bearer ${generateAgentToken()}` }
  if (isOfPeople(operation)) return readerHeaders({ marker: 'unknown' })
  return { 'x-api-key': generateApiKey() }
}

export const attacks: readonly Attack[] = ['foreign id', 'foreign key', 'foreign host']

const NOWHERE = 'no position'

export function coverageOf(operation: ProbeOperation, attack: Attack): string[] {
  const places = operation.positions.flatMap((position) =>
    position.kinds.map((kind) => `${position.place} ${position.name} as ${kind}`),
  )
  return (places.length > 0 ? places : [NOWHERE]).map(
    (place) => `${operation.id}: ${place}: ${attack}`,
  )
}

type Choice = { position: Position; kind: Kind }

function inFirstForm(position: Position): Choice {
  return { position, kind: position.kinds[0] ?? '' }
}

/** Each position alone in each form, and those together that name one thing together. */
function combinations(operation: ProbeOperation): Choice[][] {
  const alone = operation.positions.flatMap((position) =>
    position.kinds.map((kind) => [{ position, kind }]),
  )
  const together = Map.groupBy(operation.positions, ({ place, name }) =>
    place === 'body' ? `body ${name.slice(0, name.lastIndexOf('/') + 1)}` : place,
  )
  const groups = [...together]
    .filter(([place, list]) => list.length > 1 && place !== 'query')
    .map(([, positions]) => positions)
  const path = together.get('path') ?? []
  const query = together.get('query') ?? []
  if (path.length > 0 && query.length > 0) groups.push([...path, ...query])
  return [...alone, ...groups.map((positions) => positions.map(inFirstForm))]
}

export type ProbeSetting = {
  document: Json
  operations: readonly ProbeOperation[]
  attackers: readonly Belongings[]
  victims: readonly Belongings[]
  objectCount: number
}

export function* generateProbes(setting: ProbeSetting): Generator<Probe> {
  for (const attacker of setting.attackers) {
    for (const victim of setting.victims) {
      for (const operation of setting.operations) {
        for (let index = 0; index < setting.objectCount; index++) {
          yield* probesOf(setting, { attacker, victim, operation, index })
        }
      }
    }
  }
}

type Scene = {
  attacker: Belongings
  victim: Belongings
  operation: ProbeOperation
  index: number
}

function* probesOf(setting: ProbeSetting, scene: Scene): Generator<Probe> {
  const choices = combinations(scene.operation)
  if (scene.operation.method === 'GET') yield* ownLists(setting, scene)
  for (const chosen of choices) yield* foreignIds(setting, scene, chosen)
  for (const chosen of choices.length > 0 ? choices : [[]])
    yield* rejectedKeys(setting, scene, chosen)
}

/** Asks only for its own, in every order and by every choice: nothing foreign may stand among it. */
function* ownLists(setting: ProbeSetting, scene: Scene): Generator<Probe> {
  const { attacker, operation, index } = scene
  const own = { host: attacker.tenant.host, ...credentialOf(operation, attacker) }
  const request = withHeaders(buildRequest(setting.document, operation, attacker, index, []), own)
  const queries = operation.choices.flatMap(({ name, values }) =>
    values.map((value) => ({ [name]: value })),
  )
  for (const query of [{}, ...queries]) {
    const url = withQuery(request.url, query)
    yield {
      ...scene,
      covers: [],
      variant: 'own list',
      foreign: { ...request, url },
      missing: { ...request, url },
      sent: { foreign: [], missing: [] },
      mustBeRefused: false,
    }
  }
}

function withQuery(url: string, query: Record<string, string>): string {
  const [path, given] = url.split('?')
  const all = new URLSearchParams(given)
  for (const [name, value] of Object.entries(query)) all.set(name, value)
  return all.size > 0 ? `${path}?${all.toString()}` : url
}

function foreignValues({ victim, operation, index }: Scene, chosen: readonly Choice[]) {
  const values = chosen.map(({ position, kind }) => ({
    position,
    kind,
    value: valueOf(victim, operation, kind, index),
  }))
  return values.every((one): one is typeof one & { value: string } => one.value !== undefined)
    ? values
    : undefined
}

function* foreignIds(setting: ProbeSetting, scene: Scene, chosen: readonly Choice[]) {
  const foreign = foreignValues(scene, chosen)
  if (!foreign) return
  const missing = foreign.map((one) => ({ ...one, value: missingLike(scene, one) }))
  const { attacker, operation } = scene
  const own = { host: attacker.tenant.host, ...credentialOf(operation, attacker) }
  const request = (substitutions: readonly Substitution[]) =>
    buildRequest(setting.document, operation, attacker, scene.index, substitutions)
  for (const [variant, change] of Object.entries(variantsOf(scene))) {
    yield {
      ...scene,
      covers: chosen.map((one) => coverOf(operation, 'foreign id', one)),
      variant,
      foreign: change(withHeaders(request(foreign), own)),
      missing: change(withHeaders(request(missing), own)),
      sent: { foreign: foreign.map((one) => one.value), missing: missing.map((one) => one.value) },
      mustBeRefused: false,
    }
  }
}

function coverOf(operation: ProbeOperation, attack: Attack, { position, kind }: Choice): string {
  return `${operation.id}: ${position.place} ${position.name} as ${kind}: ${attack}`
}

function withHeaders(request: ProbeRequest, headers: Record<string, string>): ProbeRequest {
  return { ...request, headers: { ...request.headers, ...headers } }
}

type Change = (request: ProbeRequest) => ProbeRequest

function add(headers: Record<string, string>): Change {
  return (request) => withHeaders(request, headers)
}

function variantsOf({ operation, attacker, victim }: Scene): Record<string, Change> {
  return {
    plain: (request) => request,
    'spoofed tenant headers': add({
      'x-forwarded-host': victim.tenant.host,
      forwarded: `host=${victim.tenant.host}`,
      'x-original-host': victim.tenant.host,
      'x-tenant-id': victim.tenant.id,
      'x-tenant': victim.tenant.slug,
    }),
    'own host, other spelling': add({ host: `${attacker.tenant.host.toUpperCase()}:8001` }),
    ...Object.fromEntries(
      operation.versionHeaders.flatMap((header) =>
        ['"1"', '"999"', '*', victim.listTag]
          .filter((tag) => header === 'If-None-Match' || !tag.startsWith('W/'))
          .map((tag) => [`${header}: ${tag}`, add({ [header.toLowerCase()]: tag })]),
      ),
    ),
    ...(operation.method === 'GET' && {
      HEAD: (request: ProbeRequest) => ({ ...request, method: 'HEAD' }),
    }),
    ...(operation.method === 'PATCH' && {
      'merge patch': add({ 'content-type': 'application/merge-patch+json' }),
    }),
  }
}

const USER_ID = /usr_[0-9a-f]{32}/

/** A name of the same form and length that was never assigned. */
function missingLike(
  { victim }: Scene,
  { position, kind, value }: Choice & { value: string },
): string {
  if (kind === 'T-') return missingNumber(value)
  if (position.name === 'cursor') return value.replaceAll(/[A-Za-z0-9]/g, nextCharacter)
  if (kind === 'mentioned user')
    return value.replace(USER_ID, `usr_${uuidv7().replaceAll('-', '')}`)
  if (value.includes(victim.marker)) {
    return value.replaceAll(victim.marker, absentMarker(victim.marker))
  }
  return `${kind}_${uuidv7().replaceAll('-', '')}`
}

function nextCharacter(character: string): string {
  if (character === 'z' || character === 'Z' || character === '9') return 'a'
  return String.fromCodePoint((character.codePointAt(0) ?? 0) + 1)
}

/** The attacker's key where it is not valid, and the victim's key at a host that is not the victim's. */
function* rejectedKeys(setting: ProbeSetting, scene: Scene, chosen: readonly Choice[]) {
  const foreign = foreignValues(scene, chosen)
  if (!foreign) return
  const { attacker, victim, operation, index } = scene
  const bare = buildRequest(setting.document, operation, victim, index, foreign)
  const values = foreign.map((one) => one.value)
  const keys = keysOf(operation, attacker, victim)
  // Each wrong password takes the time of a hash.
  const tried = isOfPeople(operation) ? keys.filter(({ variant }) => isPlain(variant)) : keys
  for (const { attack, variant, headers } of tried) {
    yield {
      ...scene,
      covers:
        chosen.length > 0
          ? chosen.map((one) => coverOf(operation, attack, one))
          : coverageOf(operation, attack),
      variant,
      foreign: withHeaders(bare, headers),
      missing: withHeaders(bare, { ...headers, ...wrongCredential(operation) }),
      sent: { foreign: values, missing: values },
      mustBeRefused: true,
    }
  }
}

const isPlain = (variant: string) => /^(my key at their|their key at my) host$/.test(variant)

function keysOf(operation: ProbeOperation, attacker: Belongings, victim: Belongings) {
  const [mine, theirs] = [attacker.tenant, victim.tenant]
  const withMyKey = (host: string, more: Record<string, string> = {}) => ({
    host,
    ...credentialOf(operation, attacker),
    ...more,
  })
  const foreignKey = { attack: 'foreign key' as const }
  const foreignHost = { attack: 'foreign host' as const }
  return [
    { ...foreignKey, variant: 'my key at their host', headers: withMyKey(theirs.host) },
    {
      ...foreignKey,
      variant: 'my key at their host, my host forwarded',
      headers: withMyKey(theirs.host, { 'x-forwarded-host': mine.host }),
    },
    {
      ...foreignHost,
      variant: 'their key at my host',
      headers: { host: mine.host, ...credentialOf(operation, victim) },
    },
    {
      ...foreignHost,
      variant: 'my key below their host',
      headers: withMyKey(`${mine.slug}.${theirs.host}`),
    },
    {
      ...foreignHost,
      variant: 'my key at an unknown host',
      headers: withMyKey(`unknown.${HOST_SUFFIX}`),
    },
    { ...foreignHost, variant: 'my key at the bare host', headers: withMyKey(HOST_SUFFIX) },
  ]
}
