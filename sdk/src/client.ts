// The client: the resources of the contract, and what needs more than one request.
import { EventFeed, type FollowOptions } from './events/event-feed.ts'
import { EventsResource, Resources } from './generated/resources.gen.ts'
import { HttpTransport } from './request/http-transport.ts'
import { type RawRequest, routeOf } from './request/raw-request.ts'
import type {
  ClientOptions,
  KeyOptions,
  MatchOptions,
  RequestOptions,
} from './request/request-options.ts'
import { Worker, type WorkerOptions } from './worker/worker.ts'

export class Events extends EventsResource {
  /**
   * Yields events as they happen until you end the loop: after a lost connection it continues where it was.
   * `for await (const event of client.events.follow({ after: saved, signal })) …`
   */
  follow(options: FollowOptions = {}): EventFeed {
    return new EventFeed(this, options)
  }
}

/**
 * Client of one tenant. Every method returns the body of the response and throws a TaskServiceError.
 * `const client = new TaskService({ url: 'https://acme.tasks.example.com', apiKey })`
 */
export class TaskService extends Resources {
  override readonly events: Events
  readonly #hasAgentToken: boolean
  readonly #transport: HttpTransport

  constructor(options: ClientOptions) {
    const transport = new HttpTransport(options)
    super(transport)
    this.#transport = transport
    this.events = new Events(transport)
    this.#hasAgentToken = options.agentToken !== undefined
  }

  /**
   * Sends any request, for example of an operation that this version does not have, and resolves with the response once
   * its headers are there: `await (await client.request({ method: 'GET', path: '/tasks?limit=5' })).json()`.
   * Errors, retries and credentials are those of the other methods.
   */
  request(
    request: RawRequest,
    options: RequestOptions & KeyOptions & MatchOptions = {},
  ): Promise<Response> {
    const { query, body } = request
    const route = routeOf(request, this.#hasAgentToken, options.idempotencyKey !== undefined)
    return this.#transport.open(route.route, { query: { ...route.query, ...query }, body, options })
  }

  /** Claims tasks and works on them. Nothing is claimed before `run()`. */
  worker(options: WorkerOptions): Worker {
    if (!this.#hasAgentToken && options.agent === undefined) {
      throw new TypeError('With an API key, a worker needs the name of its `agent`')
    }
    return new Worker(this, options)
  }
}
