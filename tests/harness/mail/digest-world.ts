// People with unread items, and workers that send their digests to a real SMTP server, at a time that the test chooses.
import assert from 'node:assert/strict'
import type { Digest } from '@task-service/contract'
import {
  type DigestWorker,
  type DigestWorkerOptions,
  startDigestWorker,
} from '../../../server/src/app/workers/digest-worker.ts'
import { loadConfig } from '../../../server/src/config/load.ts'
import { Secret } from '../../../server/src/crypto/secret.ts'
import { readInstance } from '../../../server/src/domains/keys/index.ts'
import type { Reader } from '../inbox/inbox-world.ts'
import { HOST_SUFFIX } from '../service.ts'
import { testApi } from '../test-api.ts'
import { type TestSmtpServer, textOf } from './smtp-server.ts'

export const FROM = 'Tasks <tasks@mail.example.com>'

export type Senders = { workers: DigestWorker[]; stop: () => Promise<void> }

export async function startSenders(
  server: Pick<TestSmtpServer, 'url'>,
  more: Partial<DigestWorkerOptions> & { count?: number } = {},
): Promise<Senders> {
  const { count = 1, ...options } = more
  const { db } = await testApi()
  const { pepper } = await readInstance(db.auth)
  const { http } = loadConfig({ needs: [], env: { SERVICE_ACP_HOST: HOST_SUFFIX } })
  const workers = Array.from({ length: count }, () =>
    startDigestWorker({
      db,
      http,
      pepper,
      mail: { url: Secret.from(server.url), from: FROM },
      log: { warn: () => undefined },
      intervalMs: 20,
      backoff: { firstMs: 50, maxMs: 100 },
      ...options,
    }),
  )
  return { workers, stop: async () => void (await Promise.all(workers.map((one) => one.stop()))) }
}

export const digestOf = async (who: Reader): Promise<Digest> =>
  (await who.ask('/ui/api/digest')).json() as Digest

export async function changeDigest(who: Reader, body: object): Promise<Digest> {
  const answer = await who.ask('/ui/api/digest', { method: 'PATCH', body })
  assert.equal(answer.statusCode, 200, answer.body)
  return answer.json() as Digest
}

export const setAddress = (who: Reader, address: string) =>
  who.ask('/ui/api/digest/address', { method: 'POST', body: { address } })

export const confirm = (who: Reader, code: string) =>
  who.ask('/ui/api/digest/address/confirm', { method: 'POST', body: { code } })

/** The code of the last e-mail to this address. */
export function codeTo(server: TestSmtpServer, address: string): string | undefined {
  const mail = server.mails.findLast(
    ({ to, headers }) => to === address && headers.get('message-id')?.startsWith('<code.'),
  )
  return mail && /^ {2}([A-Z0-9]{5}-[A-Z0-9]{5})\s*$/m.exec(textOf(mail))?.[1]
}

export const digestsTo = ({ mails }: Pick<TestSmtpServer, 'mails'>, address: string) =>
  mails.filter(
    ({ to, headers }) => to === address && headers.get('message-id')?.startsWith('<digest.'),
  )
