// A worker: claims one task after another, works on it under a lease and completes it. Needs Node.js 26 and no packages.
//   TASK_SERVICE_URL=http://localhost:8001 TASK_SERVICE_AGENT_TOKEN=agt_… node worker.mjs
import { EventEmitter, on } from 'node:events'
import { setTimeout as sleep } from 'node:timers/promises'

const { TASK_SERVICE_URL, TASK_SERVICE_AGENT_TOKEN } = process.env
const leaseSeconds = Number(process.env.LEASE_SECONDS ?? '60')
const stepSeconds = Number(process.env.STEP_SECONDS ?? '1')
const stopping = new AbortController()
for (const name of ['SIGTERM', 'SIGINT']) process.once(name, () => stopping.abort())
/** A claim in flight has two more seconds: what it claims is released instead of waiting for the end of its lease. */
const claiming = new AbortController()
stopping.signal.addEventListener('abort', () => setTimeout(() => claiming.abort(), 2_000).unref())

const credentials = { authorization: `Bearer ${TASK_SERVICE_AGENT_TOKEN}` }

/** Retries 429, 5xx and connection errors; every other error is thrown with its `code`. */
async function post(path, body, { signal, headers } = {}) {
  for (let delay = 1; ; delay = Math.min(delay * 2, 30)) {
    const timeout = AbortSignal.timeout(60_000)
    const response = await fetch(new URL(path, TASK_SERVICE_URL), {
      method: 'POST',
      headers: { 'content-type': 'application/json', ...credentials, ...headers },
      body: JSON.stringify(body),
      signal: signal ? AbortSignal.any([signal, timeout]) : timeout,
    }).catch((error) => {
      signal?.throwIfAborted()
      console.error(`retrying: ${error}`)
    })
    if (response?.ok) return response.json()
    if (response && response.status !== 429 && response.status < 500) {
      const { code, detail, title, reason } = await response.json()
      throw Object.assign(new Error(`${code}: ${detail ?? title}`), { code, reason })
    }
    await sleep(Number(response?.headers.get('retry-after') ?? delay) * 1_000, undefined, {
      signal,
    })
  }
}

class Run extends EventEmitter {
  ended = new AbortController()
  #interrupted = new AbortController()
  /** Aborted on SIGTERM or SIGINT, when someone stops the run, and when the lease is lost. */
  signal = AbortSignal.any([this.#interrupted.signal, stopping.signal])
  state = 'working'

  constructor({ run, lease_token: token, resume }) {
    super()
    Object.assign(this, { id: run.id, token, resume })
    void this.#keepLease()
  }

  /** Complete, fail or release. Safe to retry if the response is lost. */
  end(how, body) {
    return post(`/agent/runs/${this.id}/${how}`, { lease_token: this.token, ...body })
  }

  /** Every report renews the lease. The next attempt gets the last checkpoint if this one ends early. */
  async report(report) {
    this.signal.throwIfAborted()
    const body = { lease_token: this.token, ...report }
    const news = await post(`/agent/runs/${this.id}/heartbeat`, body, { signal: this.signal })
    this.state = news.state
    if (news.cancel_requested) this.#interrupted.abort(new Error('stopped by a person'))
    this.emit('news', news)
  }

  /** Parks the run: it needs no lease, and this process can exit. If it does, the next attempt gets the answer. */
  async ask(question) {
    const news = on(this, 'news', { signal: this.signal })
    const headers = { 'idempotency-key': `${this.id}-question` }
    const body = { lease_token: this.token, ...question }
    const { id } = await post(`/agent/runs/${this.id}/questions`, body, { headers })
    this.state = 'parked'
    for await (const [{ state, answers }] of news) {
      const found = answers.find((one) => one.question_id === id)
      if (state === 'working' && found) return found
    }
  }

  async #keepLease() {
    const { signal } = this.ended
    try {
      for (;;) {
        await sleep((leaseSeconds / 3) * 1_000, undefined, { signal })
        await this.report({})
      }
    } catch (error) {
      if (!signal.aborted) this.#interrupted.abort(error)
    }
  }
}

/** The work itself: replace this function with your own. Refunds above 100 need approval by a person. */
async function refund({ input }, run) {
  if (typeof input?.amount !== 'number')
    throw Object.assign(new Error('input.amount must be a number'), { isFinal: true })
  const state = run.resume.checkpoint ?? { done: [], approval: null }
  if (input.amount > 100 && state.approval === null) {
    const prompt = `Refund ${input.amount} for order ${input.order}?`
    const question = { kind: 'confirmation', prompt, checkpoint: state }
    const given = run.resume.answers[0] ?? (await run.ask(question))
    state.approval = given.answer
    // Save and acknowledge in one request: the answer is either in the checkpoint or returned again.
    await run.report({ checkpoint: state, acknowledge: [given.question_id] })
  }
  const steps = state.approval === false ? ['notify'] : ['check', 'pay', 'notify']
  for (const step of steps.filter((one) => !state.done.includes(one))) {
    await sleep(stepSeconds * 1_000, undefined, { signal: run.signal })
    state.done.push(step)
    const percent = Math.round((state.done.length / steps.length) * 100)
    await run.report({ progress: { message: step, percent }, checkpoint: state })
  }
  return { approved: state.approval, steps: state.done }
}

async function work(claimed) {
  const run = new Run(claimed)
  try {
    const result = await refund(claimed.task, run)
    await run.end('complete', { result })
    return 'completed'
  } catch (error) {
    const cause = run.signal.aborted ? run.signal.reason : error
    if (cause.code === 'lease_lost') return `lost: ${cause.reason}`
    if (run.signal.aborted && run.state === 'parked') return 'left parked'
    if (run.signal.aborted) {
      await run.end('release', { handoff: `Stopped early: ${cause.message}` })
      return 'released'
    }
    await run.end('fail', { error: error.message.slice(0, 2_000), retryable: !error.isFinal })
    return `failed: ${error.message}`
  } finally {
    run.ended.abort()
  }
}

while (!stopping.signal.aborted) {
  try {
    const wanted = { lease_seconds: leaseSeconds, wait_seconds: 30 }
    const { data } = await post('/agent/tasks/claim', wanted, { signal: claiming.signal })
    for (const claimed of data) console.log(`T-${claimed.task.number} ${await work(claimed)}`)
  } catch (error) {
    if (stopping.signal.aborted) break
    // Paused or out of budget: retry later. Anything else, such as a revoked token, ends the worker.
    if (!['agent_paused', 'budget_exhausted', 'lease_lost'].includes(error.code)) throw error
    console.error(error.message)
    await sleep(10_000, undefined, { signal: stopping.signal }).catch(() => {})
  }
}
