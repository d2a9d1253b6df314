// Mounts the documentation: `/docs/…`, without sign-in.
import { join } from 'node:path'
import type { FastifyInstance } from 'fastify'
import { bindDocsPages } from '#http/docs/docs-pages.ts'

/** Beside the server, in a checkout and in the image. */
const BUILT = join(import.meta.dirname, '../../../../site/dist')

export async function mountDocs(app: FastifyInstance, basePath: string): Promise<void> {
  await app.register(async (docs) => bindDocsPages(docs, { directory: BUILT, basePath }), {
    prefix: '/docs',
  })
}
