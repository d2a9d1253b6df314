// What a tool works with.
import type { ToolArguments, ToolName } from '@task-service/contract'
import type { Caller } from '#http/request-state.ts'
import type { CallOperation } from '#http/steps/operation-calls.ts'
import type { ToolResult } from '../labels.ts'

export type ToolContext = {
  caller: Caller
  call: CallOperation
  /** A key for `Idempotency-Key`, the same for the same values of the same caller. */
  keyOf: (...values: unknown[]) => string
}

export type Arguments<Name extends ToolName> = ToolArguments<Name>
export type ToolHandlers = {
  [Name in ToolName]: (context: ToolContext, args: Arguments<Name>) => Promise<ToolResult>
}
