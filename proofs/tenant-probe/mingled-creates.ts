// Creates of several tenants that arrive together commit together: each must get its own task back, even when all of
// them use the same Idempotency-Key and the same external reference.
import type { LocalApi } from '../../tests/harness/service.ts'
import type { Belongings } from './belongings.ts'

const CREATES_PER_TENANT = 8

export async function mingleCreates(
  app: LocalApi['app'],
  tenants: readonly Belongings[],
  rounds: number,
): Promise<{ probes: number; leaks: string[] }> {
  const leaks: string[] = []
  let probes = 0
  for (let round = 0; round < rounds; round++) {
    const requests = Array.from({ length: CREATES_PER_TENANT }, (_, at) =>
      tenants.map((own) => createOne(app, own, tenants, `mingled-${round}-${at}`)),
    ).flat()
    for (const found of await Promise.all(requests)) {
      probes++
      leaks.push(...found)
    }
  }
  return { probes, leaks }
}

async function createOne(
  app: LocalApi['app'],
  own: Belongings,
  everybody: readonly Belongings[],
  name: string,
): Promise<string[]> {
  const headers = { host: own.tenant.host, 'x-api-key': own.tenant.key }
  const sent = {
    title: `${own.marker}-${name}`,
    labels: [`${own.marker}-label`],
    source: 'mingled',
    external_id: name,
  }
  const answer = await app.inject({
    method: 'POST',
    url: '/api/tasks',
    headers: { ...headers, 'idempotency-key': name },
    payload: sent,
  })
  const kept = await app.inject({ url: String(answer.headers.location), headers })
  const others = everybody.filter((one) => one !== own)
  return [answer, kept].flatMap(({ statusCode, body, headers: got }) => {
    const { title } = JSON.parse(body) as { title?: string } // a task, or a problem that has a title of its own
    const isOwn = statusCode < 300 && title === sent.title && !got['idempotency-replayed']
    return [
      ...(isOwn ? [] : [`${own.tenant.slug} sent ${sent.title} and got ${statusCode} ${body}`]),
      ...others
        .filter(({ marker }) => body.includes(marker))
        .map((other) => `${own.tenant.slug} was shown a text of ${other.tenant.slug}`),
    ]
  })
}
