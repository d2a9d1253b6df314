// Every combination of what a browser says about a change, with whether it may be made.

const SITES = [undefined, 'same-origin', 'same-site', 'cross-site', 'none'] as const
const ORIGINS = ['absent', 'own', 'sibling', 'null', 'elsewhere'] as const
const TYPES = [
  'application/json',
  'text/plain',
  'application/x-www-form-urlencoded',
  'multipart/form-data; boundary=x',
] as const
const CREDENTIALS = ['right', 'wrong'] as const
const HEADERS = ['1', undefined] as const

export type Case = {
  site: (typeof SITES)[number]
  origin: (typeof ORIGINS)[number]
  type: (typeof TYPES)[number]
  credential: (typeof CREDENTIALS)[number]
  header: (typeof HEADERS)[number]
}

/** What a request has: JSON, a file of any type, or nothing. */
export type Content = 'json' | 'file' | 'none'

/** Without a body there is no type to vary; a wrong password is the same for all targets, so that it is tried on tasks only. */
export function* requestMatrix(content: Content, withWrong: boolean): Generator<Case> {
  for (const site of SITES)
    for (const origin of ORIGINS)
      for (const type of content === 'none' ? TYPES.slice(0, withWrong ? undefined : 1) : TYPES)
        for (const credential of withWrong ? CREDENTIALS : CREDENTIALS.slice(0, 1))
          for (const header of HEADERS) yield { site, origin, type, credential, header }
}

/** Said a second time here, so that a mistake in the rule is not a mistake in its judge. */
export function mayChange({ site, origin, type, credential, header }: Case, content: Content) {
  if (credential !== 'right' || header !== '1') return false
  const saysOwn = site === 'same-origin' || origin === 'own'
  const saysForeign =
    (site !== undefined && site !== 'same-origin') || (origin !== 'absent' && origin !== 'own')
  return saysOwn && !saysForeign && (type === 'application/json' || content !== 'json')
}
