// What a proxy answers for a host that no cell has: the problem of the API, with a status that stops clients from retrying.

/** The status that HTTP has for a host that this server does not serve (RFC 9110). */
export const MISDIRECTED = 421
export const PROBLEM_TYPE = 'application/problem+json'

/** `about:blank`: the pages of error types belong to a tenant's host, and there is none. */
export const UNKNOWN_TENANT = JSON.stringify({
  type: 'about:blank',
  title: 'Misdirected Request',
  status: MISDIRECTED,
  code: 'unknown_tenant',
  detail: 'No tenant has this host. Check the URL.',
})

/** The backend, upstream or variable for such hosts. Names of cells have no underscore. */
export const UNKNOWN = 'unknown_tenant'
