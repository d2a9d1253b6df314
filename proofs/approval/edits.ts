// Everything that can change between an approval and its execution: at the vendor, in the task, in the settings, in the stored
// approval.
import type { Approval, Task } from '@task-service/contract'
import type { RemoteFields } from '@task-service/kit'
import {
  changeComment,
  correctComment,
  createComment,
} from '../../server/src/domains/comments/index.ts'
import { removeComment } from '../../server/src/domains/comments/service.ts'
import { removeLink } from '../../server/src/domains/sync/links/service/change-link.ts'
import { decodeId } from '../../server/src/lib/ids.ts'
import type { SeededRandom } from '../../tests/harness/random/seeded-random.ts'
import { type AgentScene, BOT } from '../../tests/harness/sync/agent-scene.ts'
import type { Stage } from '../../tests/harness/sync/stage.ts'

export type Subject = { item: string; task: Task; approval: Approval }

export type Scene = { world: AgentScene; query: Stage['query']; random: SeededRandom }

/** What has to become of the approval: a person decides again, or nothing is left that could be written. */
export type Fate = 'returned' | 'closed'

export type Edit = {
  name: string
  fate: Fate
  /** The whole integration changes, so that all its approvals are affected. */
  isWide?: true
  /** The integration has to run a statement in a database. */
  needsStatement?: true
  /** Changes nothing before the approval, which stores the approved result. */
  isLate?: true
  /** It also stops what was planned already and is about to be sent. */
  stopsPlanned?: true
  apply: (scene: Scene, subject: Subject) => Promise<unknown>
}

const agent = { kind: 'agent', id: BOT } as const
const text = (random: SeededRandom) => `Text ${random.between(1, 2 ** 30)}`

const atVendor: Edit[] = [
  edit('field of the item', async ({ world, random }, { item }) => {
    const change = random.pick<RemoteFields>([
      { title: text(random) },
      { description: text(random) },
      { priority: random.pick(['p0', 'p1', 'p2', 'p4']) },
      { labels: [text(random).slice(0, 20)] },
      { due_at: `2027-01-${random.between(10, 28)}T00:00:00.000Z` },
      { status: '2' },
    ])
    world.vendor.edit(item, change)
  }),
  edit('comment at the vendor', async ({ world, random }, { item }) => {
    world.vendor.comment(item, text(random))
  }),
]

const ofTask: Edit[] = [
  {
    ...edit('result', ({ world, random }, { task }) =>
      world.change(task, { result: text(random) }),
    ),
    isLate: true,
  },
  edit('title of the task', ({ world, random }, { task }) =>
    world.change(task, { title: text(random) }),
  ),
  edit('priority of the task', ({ world }, { task }) => world.change(task, { priority: 'urgent' })),
  edit('comment, by its agent', ({ world, random }, { task, approval }) =>
    world.as(agent, (ctx) => changeComment(ctx, task.id, commentOf(approval), text(random))),
  ),
  edit('comment, by a person', ({ world, random }, { task, approval }) =>
    world.as(world.person, (ctx) =>
      correctComment(ctx, task.id, commentOf(approval), text(random)),
    ),
  ),
  edit('one space in the comment', ({ world }, { task, approval }) => {
    const effect = approval.effects.find(({ comment }) => comment)
    return world.as(agent, (ctx) =>
      changeComment(ctx, task.id, commentOf(approval), `${effect?.comment?.body} `),
    )
  }),
  edit('one more comment', ({ world, random }, { task }) =>
    world.as(agent, (ctx) => createComment(ctx, task.id, text(random))),
  ),
  edit(
    'comment deleted',
    ({ world }, { task, approval }) =>
      world.as(agent, (ctx) => removeComment(ctx as never, task.id, commentOf(approval))), // of a request, as it needs no more
  ),
]

const ofLink: Edit[] = [
  edit('another item behind the link', async ({ world, query }, { approval }) => {
    const other = world.vendor.create({ title: 'Another item' })
    const made = world.vendor.get(other).createdAt
    await query('update links set external_id = $2, external_made_at = $3 where id = $1', [
      linkOf(approval),
      other,
      made,
    ])
  }),
  {
    ...edit('link removed', ({ world }, { approval }) =>
      world.as(world.person, (ctx) => removeLink(ctx, approval.effects[0]?.link_id ?? '')),
    ),
    fate: 'closed',
  },
  {
    ...edit('item deleted', async ({ world }, { item }) => world.vendor.remove(item)),
    fate: 'closed',
  },
]

/** By someone with access to the database, or by a fault of ours. */
const ofApproval: Edit[] = [
  edit('stored effects', ({ query, random }, { approval }) => {
    const effects = approval.effects.map((effect) =>
      effect.comment ? { ...effect, comment: { ...effect.comment, body: text(random) } } : effect,
    )
    return query('update approvals set effects = $2 where id = $1', [
      decodeId('approval', approval.id),
      JSON.stringify(effects),
    ])
  }),
  edit('stored hash', ({ query, random }, { approval }) => {
    const digit = random.between(0, 9)
    return query(`update approvals set hash = overlay(hash placing $2 from 1) where id = $1`, [
      decodeId('approval', approval.id),
      approval.hash.startsWith(String(digit)) ? 'a' : String(digit),
    ])
  }),
].map((one) => ({ ...one, stopsPlanned: true }))

const ofSettings: Edit[] = [
  edit('mapping of statuses', ({ world, query, random }) =>
    setColumn({ world, query }, 'mapping', {
      statuses: { out: { completed: random.pick(['6', '7', '2']) } },
    }),
  ),
  edit('direction of a field', ({ world, query, random }) =>
    setColumn({ world, query }, 'mapping', {
      fields: {
        [random.pick(['title', 'description', 'priority', 'labels'])]: {
          direction: random.pick(['in', 'none', 'out']),
        },
      },
    }),
  ),
  ofStatement('parameters of the statement', ({ world, query, random }) =>
    setColumn({ world, query }, 'config', { ...STATEMENT, write_params: text(random) }),
  ),
  ofStatement('name of the statement', ({ world, query, random }) =>
    setColumn({ world, query }, 'config', {
      ...STATEMENT,
      write_statement: `close_${random.between(1, 999)}`,
    }),
  ),
  ofStatement('database of the statement', ({ world, query, random }) =>
    setColumn({ world, query }, 'config', {
      ...STATEMENT,
      database: `warehouse_${random.between(1, 999)}`,
    }),
  ),
  forbidding('policy of the integration', ({ world, query }) =>
    query(`update integrations set agent_writes = 'forbid' where tenant_id = $1`, [world.tenantId]),
  ),
  forbidding('permission of the agent', ({ world, query }) =>
    query(`update agents set writes_outward = false where tenant_id = $1`, [world.tenantId]),
  ),
].map((one) => ({ ...one, isWide: true }))

export const EDITS: readonly Edit[] = [
  ...atVendor,
  ...ofTask,
  ...ofLink,
  ...ofApproval,
  ...ofSettings,
]

/** As a database integration has it. */
export const STATEMENT = {
  database: 'warehouse',
  write_statement: 'close_claim',
  write_params: '{"status": "{{task.status}}"}',
}

/** Names that are not part of `value` stay: the sync stores the choices of the vendor with the mapping. */
export const setColumn = (
  { world, query }: Pick<Scene, 'world' | 'query'>,
  column: 'mapping' | 'config',
  value: object,
) =>
  query(`update integrations set ${column} = ${column}::jsonb || $2::jsonb where tenant_id = $1`, [
    world.tenantId,
    JSON.stringify(value),
  ])

function edit(name: string, apply: Edit['apply']): Edit {
  return { name, fate: 'returned', apply }
}

function ofStatement(name: string, apply: Edit['apply']): Edit {
  return { name, fate: 'returned', needsStatement: true, apply }
}

function forbidding(name: string, apply: Edit['apply']): Edit {
  return { name, fate: 'closed', stopsPlanned: true, apply }
}

const commentOf = ({ effects }: Approval) =>
  effects.find(({ comment }) => comment)?.comment?.id ?? ''
const linkOf = ({ effects }: Approval) => decodeId('link', effects[0]?.link_id ?? '')
