// URLs of this installation for use elsewhere, such as in links and in webhooks of vendors.

export type OwnAddress = {
  publicUrl: string | null
  hostSuffix: string | null
  basePath: string
}

/** Only a path if no public URL is configured. */
export function ownUrl(own: OwnAddress, slug: string, path: string): string {
  const known = own.publicUrl === null ? null : new URL(own.publicUrl)
  if (own.hostSuffix !== null) {
    const { protocol, port } = known ?? { protocol: 'https:', port: '' }
    const place = `${slug}.${own.hostSuffix}${port && `:${port}`}`
    return `${protocol}//${place}${own.basePath}${path}`
  }
  return `${own.publicUrl ?? own.basePath}${path}`
}
