// Actions of a test at the emulator, as GitHub itself or as a user of its web interface: `POST /_control/<name>` with JSON.
import type { RequestLine, VendorFault, VendorFaults } from '@task-service/kit/testing'
import type { Deliveries } from './deliveries.ts'
import type { Judge, Violation } from './judge.ts'
import type { LimitSettings, Limits } from './limits.ts'
import {
  type CommentRow,
  createComment,
  createIssue,
  deleteComment,
  editComment,
  editIssue,
  endIssue,
  fill,
  getIssue,
  getRepository,
  type IssuePatch,
  type IssueRow,
  listComments,
  seed,
  type TokenRow,
  type World,
} from './world.ts'

export type Parts = {
  world: World
  judge: Judge
  faults: VendorFaults
  limits: Limits
  deliveries: Deliveries
  requests: RequestLine[]
}

type As = { as?: string }
type NewIssue = As & {
  title: string
  body?: string | null
  labels?: string[]
  assignees?: string[]
  pull?: boolean
}

const actorOf = ({ as = seed.people[0] }: As): string => as

function getComment({ tables }: World, id: number): CommentRow {
  const row = tables.find('comments', id)
  if (row === undefined) throw new Error(`no comment ${id}`)
  return row
}

/** Each takes one argument of plain data, so that it works through HTTP as well. */
export function createControls(parts: Parts) {
  const { world, judge, faults, limits, deliveries, requests } = parts
  return {
    createIssue: ({ pull = false, ...input }: NewIssue): IssueRow =>
      createIssue(world, actorOf(input), input, pull),
    editIssue: ({ number, as, ...patch }: As & IssuePatch & { number: number }): IssueRow =>
      editIssue(world, actorOf(as === undefined ? {} : { as }), getIssue(world, number), patch),
    deleteIssue: ({ number, ...who }: As & { number: number }): void =>
      endIssue(world, actorOf(who), getIssue(world, number)),
    transferIssue: ({ number, to, ...who }: As & { number: number; to: string }): void =>
      endIssue(world, actorOf(who), getIssue(world, number), to),
    createComment: ({ number, body, ...who }: As & { number: number; body: string }): CommentRow =>
      createComment(world, actorOf(who), number, body),
    editComment: ({ id, body, ...who }: As & { id: number; body: string }): CommentRow =>
      editComment(world, actorOf(who), getComment(world, id), body),
    deleteComment: ({ id, ...who }: As & { id: number }): void =>
      deleteComment(world, actorOf(who), getComment(world, id)),
    /** Everything there is, for comparisons at the end of a test. */
    readAll: (): { issues: IssueRow[]; comments: CommentRow[] } => ({
      issues: world.tables.list('issues'),
      comments: listComments(world),
    }),
    /** Of tests in the same process: the rows themselves. */
    look: (): Pick<Parts, 'world'> => ({ world }),
    setClock: ({ at }: { at: string | null }): void => world.setClock(at),
    addFault: (fault: VendorFault): void => faults.add(fault),
    clearFaults: (): void => faults.clear(),
    setLimits: (settings: Partial<LimitSettings>): void => limits.set(settings),
    grant: ({ token, ...row }: TokenRow & { token: string }): void =>
      world.tables.put('tokens', token, row),
    revoke: ({ token }: { token: string }): void => world.tables.remove('tokens', token),
    setIssues: ({ enabled }: { enabled: boolean }): void =>
      world.tables.put('repository', 'it', { ...getRepository(world), hasIssues: enabled }),
    renameRepository: ({ name }: { name: string }): void => {
      const old = getRepository(world)
      const formerNames = [...old.formerNames, old.name]
      world.tables.put('repository', 'it', { ...old, name, formerNames })
    },
    listViolations: (): Violation[] => judge.violations,
    /** Of tests that break the contract on purpose. */
    takeViolations: (): Violation[] => judge.violations.splice(0),
    listRequests: (): RequestLine[] => requests,
    listDeliveries: () => deliveries.sent,
    redeliver: ({ id }: { id: string }): Promise<void> => deliveries.redeliver(id),
    settle: (): Promise<void> => deliveries.settle(),
    reset: (): void => {
      world.tables.clear()
      fill(world.tables)
      world.setClock(null)
      faults.clear()
      limits.set({ remaining: 5_000, resetInSeconds: 3_600, writesPerMinute: null })
      requests.splice(0)
      deliveries.sent.splice(0)
    },
  }
}

export type Controls = ReturnType<typeof createControls>
