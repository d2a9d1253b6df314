// Where browsers are asked for the password. They send it unasked only at and below the folder where it was first asked
// for, so a link that leads deep into the dashboard is asked at its top; otherwise its files and data would be refused.
import type { FastifyInstance, FastifyReply, FastifyRequest } from 'fastify'

/** A page two folders down or deeper; files and data are never asked for by people. */
const deepPage = /^\/ui\/(?!api\/|assets\/)([^/?#]+\/[^#]*)$/
/** Printable, and nothing that could be taken for another server. */
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
export function bindSignIn(room: FastifyInstance, basePath: string): void {
  room.get('/sign-in', async (request, reply) => {
    const { to } = request.query as { to?: unknown }
    const place = typeof to === 'string' && safePlace.test(to) && !to.includes('//') ? to : ''
    return reply.redirect(`${basePath}/ui/${place.replace(/^\/+/, '')}`, 302)
  })
}
