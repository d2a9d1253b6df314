// Leaving: the browser keeps a Basic password until an address refuses it, so the server names one that does.
import { call, uiBase } from '#api/call.ts'
import { showFailure } from '#components/toasts/toasts.tsx'

export async function signOut(): Promise<void> {
  try {
    const { path } = (await call('me.sign_out', {})).body
    window.location.assign(new URL(path, uiBase))
  } catch (error) {
    showFailure(error instanceof Error ? error.message : String(error), () => void signOut())
  }
}
