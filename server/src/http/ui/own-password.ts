// A user with a password that someone else knows can only change it: until then, actions of the account may not be the
// user's own.
import { uiOperations } from '@task-service/contract'
import { Problem } from '#lib/problem.ts'
import { immediateHook } from '../immediate-hook.ts'

/** Reading the account, the change itself, and signing out. */
const open: ReadonlySet<string> = new Set(
  (['me.get', 'me.change_password', 'me.sign_out'] as const).map((id) => uiOperations[id].path),
)

export const askForOwnPassword = immediateHook(({ caller, routeOptions }) => {
  if (caller?.mustChangePassword && !open.has(routeOptions.url ?? '')) {
    throw new Problem('password_change_required')
  }
})
