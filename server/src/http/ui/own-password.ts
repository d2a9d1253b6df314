// Until a password is known to its owner alone, whoever has it can do nothing here but choose another one: what is done
// under a name should have been done by whom it belongs to.
import { uiOperations } from '@task-service/contract'
import { Problem } from '#lib/problem.ts'
import { immediateHook } from '../immediate-hook.ts'

/** Who one is, the change itself, and the way out. */
const open: ReadonlySet<string> = new Set(
  (['me.get', 'me.change_password', 'me.sign_out'] as const).map((id) => uiOperations[id].path),
)

export const askForOwnPassword = immediateHook(({ caller, routeOptions }) => {
  if (caller?.mustChangePassword && !open.has(routeOptions.url ?? '')) {
    throw new Problem('password_change_required')
  }
})
