// The roles an installation uses. One prefix names them all, so that two installations can share a server.

export type RoleNames = {
  app: string
  auth: string
  feed: string
  search: string
  purge: string
  group: string
}

export function roleNames(prefix: string): RoleNames {
  if (!/^(?!pg_)[a-z_][a-z0-9_]{0,39}$/.test(prefix)) {
    throw new Error(`role prefix must be lower-case letters, digits and _, not "${prefix}"`)
  }
  return {
    app: `${prefix}_app`,
    auth: `${prefix}_auth`,
    feed: `${prefix}_feed`,
    search: `${prefix}_search`,
    purge: `${prefix}_purge`,
    group: `${prefix}_group`,
  }
}

/** Migrations name roles with placeholders: the prefix is configurable. */
export function fillRoleNames(text: string, prefix: string): string {
  const roles = roleNames(prefix)
  return text.replaceAll(
    /\{\{(app|auth|feed|search|purge|group)\}\}/g,
    (_, role: keyof typeof roles) => roles[role],
  )
}
