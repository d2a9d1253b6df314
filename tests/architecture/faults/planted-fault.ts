// What a planted fault is: a change to the correct tree or to the table that must be reported.
import type { Files } from '../plant-tree.ts'
import type { RuleName, Rules } from '../rule-types.ts'

export type Fault = {
  readonly what: string
  /** The file that must be reported. */
  readonly at: string
  readonly files?: Files
  /** Changes the table instead of the tree. */
  readonly table?: (rules: Rules) => Rules
  /** What the message must say to do. */
  readonly says: RegExp
}

export type Faults = Readonly<Partial<Record<RuleName, readonly [Fault, ...Fault[]]>>>

export const fault = (what: string, at: string, text: string, says: RegExp): Fault => ({
  what,
  at,
  files: { [at]: text },
  says,
})
