// Approvals whose effects change before they are executed, in a real database with the real sync and a vendor in memory that
// records every write.
import type { Approval, Task } from '@task-service/contract'
import type { Change } from '@task-service/kit'
import { seededRandom } from '../../tests/harness/random/seeded-random.ts'
import { type AgentScene, openAgentScene } from '../../tests/harness/sync/agent-scene.ts'
import { openStage, type Stage } from '../../tests/harness/sync/stage.ts'
import type { ProofOptions } from '../../tools/programs/proof.ts'
import { EDITS, type Edit, type Scene, STATEMENT, type Subject, setColumn } from './edits.ts'

/** When the edit comes: before the person decides, before the write-backs are planned, or between planning and sending. */
const MOMENTS = ['before the decision', 'after the approval', 'after planning'] as const
type Moment = (typeof MOMENTS)[number]

/** So many approvals wait in one integration; a change of its settings affects fewer. */
const BATCH = 30
const WIDE_BATCH = 5
/** Share of approvals that nothing happens to. */
const UNEDITED = 1 / 8
/** Share of returned approvals that are approved again. */
const AGAIN = 1 / 10

/** Characters of a finding. */
const SHOWN = 600

export type Findings = {
  /** Edits after the approval, which the claim is about. */
  edits: number
  editsBefore: number
  kinds: Set<string>
  writesBefore: number
  /** Writes after an edit. */
  leaks: string[]
  /** Not returned to a person. */
  lost: string[]
  unedited: number
  approvedAgain: number
  /** Not written exactly once as approved. */
  wrong: string[]
}

type Planned = Subject & {
  edit: Edit | undefined
  moment: Moment
  /** Writes before the edit; undefined if it was not made. */
  allowed?: number
}

export async function editApprovals(count: number, options: ProofOptions): Promise<Findings> {
  const random = seededRandom(options.seed, 'edits of approvals')
  const findings: Findings = {
    edits: 0,
    editsBefore: 0,
    kinds: new Set(),
    writesBefore: 0,
    leaks: [],
    lost: [],
    unedited: 0,
    approvedAgain: 0,
    wrong: [],
  }
  const stage = await openStage()
  try {
    let nextLog = count / 10
    for (let batch = random.between(0, WIDE.length); findings.edits < count; batch++) {
      // In turns, so that a small run has all of them.
      const wide = batch % 2 === 0 ? WIDE[(batch / 2) % WIDE.length] : undefined
      const scene = await openScene(stage, wide, options, random)
      const known = findings.leaks.length
      await runBatch(scene, wide, findings, options)
      for (const leak of findings.leaks.slice(known)) options.log(`  ${leak.slice(0, SHOWN)}`)
      await retire(scene)
      // The control has nothing to approve; one batch of each kind is enough.
      if (options.control && findings.writesBefore > 0) break
      if (findings.edits < nextLog) continue
      options.log(`${findings.edits} edits, ${findings.leaks.length} leaks`)
      nextLog += count / 10
    }
  } finally {
    await stage.stop()
  }
  return findings
}

/** Its integration would be polled again, in the turns of the next scene. */
const retire = ({ world, query }: Scene) =>
  query(
    `update integrations set due_at = 'infinity', next_pull_at = 'infinity' where tenant_id = $1`,
    [world.tenantId],
  )

type Edits = readonly [Edit, ...Edit[]]
const WIDE = EDITS.filter(({ isWide }) => isWide) as unknown as Edits // some are
const NARROW = EDITS.filter(({ isWide }) => !isWide) as unknown as Edits // some are

async function openScene(
  { query, ...stage }: Stage,
  wide: Edit | undefined,
  { control }: ProofOptions,
  random: Scene['random'],
): Promise<Scene> {
  const options = { agentWrites: 'approve', gatesAgents: !control } as const
  const world = await openAgentScene({ ...stage, query }, options)
  if (wide?.needsStatement) {
    world.vendor.manifest.capabilities.edge = true
    await setColumn({ world, query }, 'config', STATEMENT)
  }
  return { world, query, random }
}

const writesOf = ({ vendor }: AgentScene, item: string) =>
  vendor.writes.filter((change) => change.kind !== 'create' && change.ref.id === item)

async function runBatch(
  scene: Scene,
  wide: Edit | undefined,
  findings: Findings,
  { control }: ProofOptions,
): Promise<void> {
  const { world } = scene
  const tasks = await completeTasks(scene, wide ? WIDE_BATCH : BATCH, control)
  findings.writesBefore += world.vendor.writes.length
  if (control) return
  const moment = momentOf(scene, wide)
  const open = new Map((await world.approvals()).map((one) => [one.task_id, one]))
  const subjects = tasks.map(({ item, task }): Planned => {
    const approval = open.get(task.id)
    if (approval?.state !== 'open') throw new Error(`${task.id} has no open approval`)
    const isEdited = wide || scene.random.next() >= UNEDITED
    const edit = isEdited ? (wide ?? scene.random.pick(NARROW)) : undefined
    return { item, task, approval, edit, moment: wide ? moment : momentOf(scene, edit) }
  })
  await editAndExecute(scene, subjects, wide)
  await judge(scene, subjects, findings)
}

/** Items with tasks that the agent has completed with a comment, so that each waits for its approval. */
async function completeTasks(
  { world, random }: Scene,
  count: number,
  isControl: boolean,
): Promise<{ item: string; task: Task }[]> {
  const items = Array.from({ length: count }, (_, n) => world.vendor.create({ title: `Item ${n}` }))
  await world.pullNow()
  await world.settle()
  const tasks: { item: string; task: Task }[] = []
  for (const item of items) {
    const task = await world.taskOf(item)
    const held = await world.claim(task)
    await world.sayAsAgent(task, `Comment ${random.between(1, 2 ** 30)}`)
    await world.complete(held, { refund: random.between(1, 10_000) })
    tasks.push({ item, task })
  }
  // Not always: the approval may come before the sync has seen the run.
  if (isControl || random.next() < 0.3) await world.settle()
  return tasks
}

function momentOf({ random }: Scene, edit: Edit | undefined): Moment {
  if (random.next() < 0.1 && !edit?.isLate) return 'before the decision'
  return edit?.stopsPlanned && random.next() < 0.5 ? 'after planning' : 'after the approval'
}

async function editAndExecute(
  scene: Scene,
  subjects: readonly Planned[],
  wide: Edit | undefined,
): Promise<void> {
  const { world } = scene
  // A change of settings is made once for all.
  const apply = once(wide !== undefined, async (one: Planned) => {
    await one.edit?.apply(scene, one)
    for (const each of wide ? subjects : [one]) each.allowed = writesOf(world, each.item).length
  })
  const at = (moment: Moment) => subjects.filter((one) => one.moment === moment)
  for (const one of at('before the decision')) await apply(one)
  // Approved with the hash that the person has seen; the service notices what it can know by now.
  for (const { approval } of subjects) await world.approve(approval).catch(ignoreForbidden)
  for (const one of at('after the approval')) await apply(one)
  const waiting = new Map(at('after planning').map((one) => [one.item, one]))
  world.vendor.hook = async (call, when, change) => {
    if (call !== 'push' || when !== 'after' || change?.kind !== 'update') return
    const one = waiting.get(change.ref.id)
    waiting.delete(change.ref.id)
    if (one) await apply(one)
  }
  await world.settle()
  world.vendor.hook = async () => undefined
  // Once more, with everything read again.
  await world.pullNow()
  await world.settle()
}

function once(isOnce: boolean, work: (one: Planned) => Promise<void>) {
  let isDone = false
  return async (one: Planned) => {
    if (isOnce && isDone) return
    isDone = true
    await work(one)
  }
}

function ignoreForbidden(error: unknown): void {
  if ((error as { code?: string }).code !== 'effects_forbidden') throw error
}

async function judge(
  { world, random }: Scene,
  subjects: readonly Planned[],
  findings: Findings,
): Promise<void> {
  const again: { one: Planned; open: Approval }[] = []
  const approvals = Map.groupBy(await world.approvals(), ({ task_id: id }) => id)
  for (const one of subjects) {
    const { edit, moment, item, task, allowed } = one
    const writes = writesOf(world, item)
    if (!edit) {
      findings.unedited++
      const fault = findWrong(one.approval, writes)
      if (fault) findings.wrong.push(`unedited: ${fault}`)
      continue
    }
    if (moment === 'before the decision') findings.editsBefore++
    else findings.edits++
    findings.kinds.add(edit.name)
    const name = `${edit.name} ${moment}`
    if (allowed === undefined) throw new Error(`${name}: the edit was not made`)
    const leaked = writes.slice(allowed)
    if (leaked.length > 0) findings.leaks.push(`${name}: ${JSON.stringify(leaked)}`)
    if (edit.fate === 'closed' || moment === 'after planning') continue
    const open = approvals.get(task.id)?.find(({ state }) => state === 'open')
    if (!open)
      findings.lost.push(
        `${name}: ${approvals
          .get(task.id)
          ?.map(({ state }) => state)
          .join(', ')}`,
      )
    else if (random.next() < AGAIN && open.effects[0]?.external_id === item)
      again.push({ one, open })
  }
  await approveAgain(world, again, findings)
}

/** What came back can be approved as it is now, and is written then. */
async function approveAgain(
  world: AgentScene,
  again: readonly { one: Planned; open: Approval }[],
  findings: Findings,
): Promise<void> {
  for (const { open } of again) await world.approve(open)
  if (again.length > 0) await world.settle()
  for (const { one, open } of again) {
    findings.approvedAgain++
    const fault = findWrong(open, writesOf(world, one.item))
    if (fault) findings.wrong.push(`${one.edit?.name}, approved again: ${fault}`)
  }
}

/** Exactly the effects, each once. */
function findWrong({ effects }: Approval, writes: readonly Change[]): string | undefined {
  const wanted = effects.map(({ comment, fields }) =>
    comment ? comment.body : Object.entries(fields).map(([field, { to }]) => [field, to]),
  )
  const written = writes.map((change) =>
    change.kind === 'comment' ? change.body : Object.entries(change.fields),
  )
  const [one, other] = [wanted, written].map((all) => all.map((each) => JSON.stringify(each)))
  const isSame = JSON.stringify(one?.toSorted()) === JSON.stringify(other?.toSorted())
  return isSame ? undefined : `approved ${one?.join()}, written ${other?.join()}`
}
