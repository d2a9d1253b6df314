// A call without a vendor: describing an integration needs no request, no secret and no log.
import { Failure } from '@task-service/kit'
import type { CallOptions } from './conversation.ts'
import type { Method } from './messages.ts'

export function silentCall(method: Method, config: CallOptions['config'] = {}): CallOptions {
  return {
    method,
    args: [],
    config,
    request: () =>
      Promise.reject(new Failure('forbidden', `Requests are not allowed in \`${method}\`.`)),
    log: () => undefined,
  }
}
