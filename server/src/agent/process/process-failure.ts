// A failure that comes from the process an integration runs in, not from the integration or the vendor: nothing was
// decided, so the caller may repeat it. The process itself cannot send one.
import { Failure } from '@task-service/kit'

/**
 * - `busy`: no process was free in time.
 * - `ended`: the process could not be started, crashed or was ended.
 * - `late`: there was no response in time, or the caller gave up.
 */
export type ProcessFault = 'busy' | 'ended' | 'late'

export class ProcessFailure extends Failure {
  readonly fault: ProcessFault

  constructor(fault: ProcessFault, ...failure: ConstructorParameters<typeof Failure>) {
    super(...failure)
    this.fault = fault
  }
}

export function isProcessFailure(error: unknown, fault?: ProcessFault): error is ProcessFailure {
  return error instanceof ProcessFailure && (fault === undefined || error.fault === fault)
}
