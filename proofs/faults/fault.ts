// What a fault gets, and how it ends.
import type { Load } from '../../tests/harness/outage/write-load.ts'
import type { Site } from './site.ts'

export type Scene = { site: Site; load: Load; faultMs: number; log: (line: string) => void }

/** How it ends, and what shows that it was there. */
export type Fault = {
  end: () => Promise<void>
  /** Asked before the end. */
  tookEffect: () => boolean | Promise<boolean>
  /** Responses that contradict earlier ones. */
  contradictions?: () => readonly string[]
  /** Acknowledged beside the load. */
  created?: readonly { title: string; id: string }[]
}
