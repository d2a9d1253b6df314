// Leaving: the browser keeps a Basic password until an address refuses it, so the server names one that does.
import { addressOf, uiBase } from '../../api/call.ts'
import { readProblem } from '../../api/problem.ts'
import { showFailure } from '../../parts/toasts.tsx'

export async function signOut(): Promise<void> {
  try {
    const headers = { accept: 'application/json', 'x-ts-csrf': '1' }
    const response = await fetch(addressOf('/sign-out'), { method: 'POST', headers })
    if (!response.ok) throw await readProblem(response)
    const { path } = (await response.json()) as { path: string } // the contract of the dashboard's door
    window.location.assign(new URL(path, uiBase))
  } catch (error) {
    showFailure(error instanceof Error ? error.message : String(error))
  }
}
