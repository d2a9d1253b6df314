// Where browsers are prompted for the password. They send it unprompted only at and below the folder where it was first
// requested, so a deep link is redirected to the top; otherwise its files and data would be rejected.
import type { FastifyInstance, FastifyReply, FastifyRequest } from 'fastify'

/** A page two folders down or deeper; files and data are not opened by users. */
const deepPage = /^\/ui\/(?!api\/|assets\/)([^/?#]+\/[^#]*)$/
/** Printable, and cannot be parsed as another server. */
const safePlace = /^[\w\-.~!$&'()*+,;=:@%/?]*$/

export function askAtTheTop(basePath: string) {
  return async (
    request: FastifyRequest,
    reply: FastifyReply,
  ): Promise<FastifyReply | undefined> => {
    const { authorization, accept = '', 'sec-fetch-mode': mode } = request.headers
    const isPage = mode === undefined ? accept.includes('text/html') : mode === 'navigate'
    const [, place] = deepPage.exec(request.url) ?? []
    if (authorization !== undefined || request.method !== 'GET' || !isPage || !place)
      return undefined
    return reply.redirect(`${basePath}/ui/sign-in?to=${encodeURIComponent(place)}`, 302)
  }
}

/** Behind the authenticator, so the user has signed in. */
export function bindSignIn(app: FastifyInstance, basePath: string): void {
  app.get('/sign-in', async (request, reply) => {
    const { to } = request.query as { to?: unknown }
    const place = typeof to === 'string' && safePlace.test(to) && !to.includes('//') ? to : ''
    return reply.redirect(`${basePath}/ui/${place.replace(/^\/+/, '')}`, 302)
  })
}
