// Fetches a part of the program. If that fails, it says why: no connection, or a version that the server no longer has.
import { uiBase } from './call.ts'
import { Problem } from './problem.ts'

export async function loadPart<Part>(load: () => Promise<Part>): Promise<Part> {
  // Browsers remember that a script failed and do not fetch it again, so it is not asked for in vain.
  if (!navigator.onLine) throw offline()
  try {
    return await load()
  } catch (error) {
    throw await explain(error)
  }
}

// A stylesheet that failed would count as loaded the next time. Errors of links do not bubble.
document.addEventListener(
  'error',
  ({ target }) => {
    if (target instanceof HTMLLinkElement) target.remove()
  },
  { capture: true },
)

const offline = () =>
  new Problem({
    code: 'offline',
    status: 0,
    title: 'No response',
    detail: 'Can’t reach the server.',
  })

async function explain(error: unknown): Promise<unknown> {
  const page = await readPage()
  if (page === undefined) return offline()
  if (isThisVersion(page)) return error
  return new Problem({
    code: 'new_version',
    status: 0,
    title: 'New version',
    detail: 'The server has a new version of this page.',
  })
}

/** The page as the server has it now; undefined if it does not respond with it. */
async function readPage(): Promise<string | undefined> {
  try {
    const headers = { accept: 'text/html', 'x-ts-csrf': '1' }
    const response = await fetch(uiBase, { headers, cache: 'no-store' })
    return response.ok ? await response.text() : undefined
  } catch {
    return undefined
  }
}

/** The name of the main script changes with every version. */
function isThisVersion(page: string): boolean {
  const main = document.querySelector('script[type="module"][src]')?.getAttribute('src')
  return !main || page.includes(main)
}
