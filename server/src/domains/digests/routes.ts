// Operations on the e-mail digest of the signed-in person, bound to the rules.
import type { Routes } from '#http/route.ts'
import { changeDigest, getDigest } from './service/change-digest.ts'
import { confirmAddress, removeAddress, requestAddress } from './service/confirm-address.ts'

export type DigestRouteOptions = { pepper: Buffer; hasMail: boolean }

export function createRoutes(options: DigestRouteOptions) {
  return {
    'digest.get': async (ctx) => ({ status: 200, body: await getDigest(ctx, options) }),
    'digest.change': async (ctx, { body }) => ({
      status: 200,
      body: await changeDigest(ctx, options, body),
    }),
    'digest.set_address': async (ctx, { body }) => ({
      status: 200,
      body: await requestAddress(ctx, options, body.address),
    }),
    'digest.confirm_address': async (ctx, { body }) => ({
      status: 200,
      body: await confirmAddress(ctx, options, body.code),
    }),
    'digest.remove_address': async (ctx) => ({
      status: 200,
      body: await removeAddress(ctx, options),
    }),
  } satisfies Routes
}
