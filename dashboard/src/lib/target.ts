// An address as people read it: host and path, without what is always the same.

export function targetOf(url: string): string {
  try {
    const { host, pathname, search } = new URL(url)
    return `${host}${pathname === '/' ? '' : pathname}${search}`
  } catch {
    return url
  }
}

export function hostOf(url: string): string {
  try {
    return new URL(url).host
  } catch {
    return url
  }
}
