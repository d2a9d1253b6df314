// Starts the receiver's program and asks it what it saw.
import { fork } from 'node:child_process'
import { once } from 'node:events'
import { join } from 'node:path'
import type { Place, Report } from './ledger.ts'

/** `hostile` fails in many ways, `good` answers at once, `silent` never. */
export type Manner = 'hostile' | 'good' | 'silent'

export type Question = { ask: 'report' | 'acknowledgements' | 'arrivals' | 'forget'; place: string }

type Answer = Readonly<Record<string, unknown>>

export type Receiver = {
  url: (manner: Manner, place: string) => string
  report: (place: string) => Promise<Report>
  acknowledgements: (place: string) => Promise<Map<string, number>>
  arrivals: (place: string) => Promise<ReturnType<Place['arrivals']>>
  forget: (place: string) => Promise<void>
  stop: () => Promise<void>
}

export async function startReceiver(seed: number): Promise<Receiver> {
  const program = join(import.meta.dirname, 'program.ts')
  const child = fork(program, [String(seed)], { serialization: 'advanced' })
  const exited = once(child, 'exit')
  const ended = exited.then(() => Promise.reject(new Error('the receiver ended')))
  // Only those who wait for an answer care.
  ended.catch(() => undefined)
  const hear = async () => {
    const [message] = (await Promise.race([once(child, 'message'), ended])) as [Answer]
    return message
  }
  const { port } = await hear()
  let asking: Promise<unknown> = Promise.resolve()
  // One question after the other, because answers carry no number.
  const ask = <T>(question: Question): Promise<T> => {
    const answer = asking.then(async () => {
      child.send(question)
      return (await hear())[question.ask] as T // the program answers what the question names
    })
    asking = answer
    return answer
  }
  return {
    url: (manner, place) => `http://127.0.0.1:${Number(port)}/${manner}/${place}`,
    report: (place) => ask({ ask: 'report', place }),
    acknowledgements: (place) => ask({ ask: 'acknowledgements', place }),
    arrivals: (place) => ask({ ask: 'arrivals', place }),
    forget: (place) => ask({ ask: 'forget', place }),
    async stop() {
      child.disconnect()
      await exited
    },
  }
}
