// Every combination of what a browser says about a change, with whether it may be made.

const SITES = [undefined, 'same-origin', 'same-site', 'cross-site', 'none'] as const
const ORIGINS = ['absent', 'own', 'sibling', 'null', 'elsewhere'] as const
const TYPES = [
  'application/json',
  'text/plain',
  'application/x-www-form-urlencoded',
  'multipart/form-data; boundary=x',
] as const
const METHODS = ['POST', 'PATCH', 'DELETE'] as const
const CREDENTIALS = ['right', 'wrong'] as const
const HEADERS = ['1', undefined] as const

export type Case = {
  site: (typeof SITES)[number]
  origin: (typeof ORIGINS)[number]
  type: (typeof TYPES)[number]
  method: (typeof METHODS)[number]
  credential: (typeof CREDENTIALS)[number]
  header: (typeof HEADERS)[number]
}

export function* requestMatrix(): Generator<Case> {
  for (const site of SITES)
    for (const origin of ORIGINS)
      for (const type of TYPES)
        for (const method of METHODS)
          for (const credential of CREDENTIALS)
            for (const header of HEADERS) yield { site, origin, type, method, credential, header }
}

/** Said a second time here, so that a mistake in the rule is not a mistake in its judge. */
export function mayChange({ site, origin, type, method, credential, header }: Case): boolean {
  if (credential !== 'right' || header !== '1') return false
  const saysOwn = site === 'same-origin' || origin === 'own'
  const saysForeign =
    (site !== undefined && site !== 'same-origin') || (origin !== 'absent' && origin !== 'own')
  // A request without a body has no type that could be wrong.
  return saysOwn && !saysForeign && (type === 'application/json' || method === 'DELETE')
}
