// Status-complete tests: an operation is described by one entry for each status it declares, and a forgotten one does
// not compile. At run time each entry must really have met its status, and all together every declared error code.
import assert from 'node:assert/strict'
import { after, describe, test } from 'node:test'
import {
  type CommonErrorStatus,
  type ErrorCode,
  type ErrorStatusOf,
  type OperationId,
  type Operations,
  operations,
  type SuccessStatusOf,
} from '@task-service/contract'
import type { ApiClient, BodyOfReply, CallInput, Reply } from './api-client.ts'
import { newTenant } from './test-api.ts'

/**
 * What any request can meet is tested once, elsewhere; only 400 differs with every operation. Any request can be
 * forbidden too, but an operation that forbids something of its own says so with a code of its own.
 */
export type DeclaredStatus<Id extends OperationId> =
  | SuccessStatusOf<Operations[Id]>
  | Exclude<ErrorStatusOf<Operations[Id]>, Exclude<CommonErrorStatus, 403>>
  | 400

export type CaseContext<Id extends OperationId> = {
  /** A tenant of this case alone. */
  client: ApiClient
  /** The operation under description, as that tenant. */
  call: (input?: CallInput) => Promise<Reply<BodyOfReply<Id>>>
}

export type Case<Id extends OperationId> = (t: CaseContext<Id>) => Promise<void>

/** One case, or several by their names, which are sentences. */
export type Cases<Id extends OperationId> = Case<Id> | Record<string, Case<Id>>

export type Description<Id extends OperationId> = { [S in DeclaredStatus<Id>]: Cases<Id> }

export function describeOperation<Id extends OperationId>(
  id: Id,
  description: NoInfer<Description<Id>>,
): void {
  describe(id, () => {
    const missing = new Set<ErrorCode>(operations[id].errors)
    const entries = Object.entries<Cases<Id>>(description)
    const all = entries.flatMap(([status, cases]) =>
      Object.entries(typeof cases === 'function' ? { 'answers it': cases } : cases).map(
        ([name, run]) => ({ status: Number(status), name, run }),
      ),
    )
    let passed = 0
    for (const { status, name, run } of all) {
      test(`${status}: ${name}`, async () => {
        const client = await newTenant()
        await run({ client, call: (input) => client.call(id, input) })
        const mine = client.seen.filter((answer) => answer.id === id)
        for (const { code } of mine) if (code) missing.delete(code)
        const statuses = mine.map((answer) => answer.status)
        assert.ok(statuses.includes(status), `never answered ${status}, only ${statuses.join()}`)
        passed++
      })
    }
    after(() => {
      // With a name pattern or a failure some cases are missing, and so are their codes.
      if (passed < all.length) return
      assert.deepEqual([...missing], [], `${id} declares codes that no case has met`)
    })
  })
}
