// Clients that create or change a task through one process and then read through both: lists and counts must show it.

import { type ApiCaller, createApiCaller } from '../../tests/harness/clients/api-caller.ts'
import type { BenchTenant } from '../../tests/harness/measure/bench-tenants.ts'

/** Several clients for each tenant: reads that wait for the same page share a statement. */
const CLIENTS = 24
const PAGE = 20

export type OwnWriteFigures = {
  writes: number
  reads: number
  stale: number
  /** Of the first stale reads: what was read and what it missed. */
  examples: string[]
  /** Responses other than success. */
  errors: string[]
}

/** Until `isDone`. Processes take turns as the one that accepts the write. */
export async function readOwnWrites(options: {
  urls: readonly [string, string]
  tenants: readonly BenchTenant[]
  isDone: (reads: number) => boolean
}): Promise<OwnWriteFigures> {
  const figures: OwnWriteFigures = { writes: 0, reads: 0, stale: 0, examples: [], errors: [] }
  const caller = createApiCaller()
  try {
    const clients = Array.from({ length: CLIENTS }, async (_, rank) => {
      const tenant = options.tenants[rank % options.tenants.length]
      if (!tenant) throw new Error('no tenants')
      const client = new Client(rank, tenant, caller, options.urls, figures)
      while (!options.isDone(figures.reads)) await client.turn()
    })
    await Promise.all(clients)
  } finally {
    caller.close()
  }
  return figures
}

class Client {
  readonly #rank: number
  readonly #tenant: BenchTenant
  readonly #caller: ApiCaller
  readonly #urls: readonly [string, string]
  readonly #figures: OwnWriteFigures
  #turns = 0
  #task: { id: string; created_at: string } | undefined

  constructor(
    rank: number,
    tenant: BenchTenant,
    caller: ApiCaller,
    urls: readonly [string, string],
    figures: OwnWriteFigures,
  ) {
    this.#rank = rank
    this.#tenant = tenant
    this.#caller = caller
    this.#urls = urls
    this.#figures = figures
  }

  /** A write through one process, then a list and a count through each. */
  async turn(): Promise<void> {
    this.#turns++
    const [one, other] = this.#urls
    const writer = (this.#rank + this.#turns) % 2 === 0 ? one : other
    const name = `${this.#rank}-${this.#turns}`
    if (!(await this.#write(writer, name))) return
    const reads = this.#urls.flatMap((url) => [this.#list(url, name), this.#count(url, name)])
    await Promise.all(reads)
  }

  async #write(url: string, name: string): Promise<boolean> {
    const isChange = this.#task !== undefined && this.#turns % 2 === 0
    const path = isChange ? `/api/tasks/${this.#task?.id}` : '/api/tasks'
    const task = await this.#ask<{ id: string; created_at: string }>(`${url}${path}`, {
      method: isChange ? 'PATCH' : 'POST',
      body: { title: name, labels: [name] },
    })
    if (!task) return false
    this.#task = task
    this.#figures.writes++
    return true
  }

  async #list(url: string, name: string): Promise<void> {
    const wanted = this.#task
    type Item = { id: string; title: string; created_at: string }
    const page = await this.#ask<{ data: Item[] }>(`${url}/api/tasks?limit=${PAGE}`)
    if (!page || !wanted) return
    const found = page.data.find(({ id }) => id === wanted.id)
    // Other clients of the tenant may have created a page of newer tasks since.
    const isPushedOut =
      page.data.length === PAGE && page.data.every((one) => one.created_at >= wanted.created_at)
    this.#judge(found ? found.title === name : isPushedOut, `list without ${name}`)
  }

  async #count(url: string, name: string): Promise<void> {
    const counts = await this.#ask<{ total: number }>(`${url}/api/tasks/counts?label=${name}`)
    if (counts) this.#judge(counts.total === 1, `count of ${counts.total} with ${name}`)
  }

  #judge(isCurrent: boolean, text: string): void {
    this.#figures.reads++
    if (isCurrent) return
    this.#figures.stale++
    if (this.#figures.examples.length < 5) this.#figures.examples.push(text)
  }

  async #ask<T>(
    url: string,
    call: { method?: string; body?: unknown } = {},
  ): Promise<T | undefined> {
    const headers = { host: this.#tenant.host, 'x-api-key': this.#tenant.key }
    const answer = await this.#caller.call(url, { ...call, headers })
    if (answer.status < 300) return JSON.parse(answer.body) as T // of the contract
    this.#figures.errors.push(`${answer.status} ${answer.body.slice(0, 200)}`)
    return undefined
  }
}
