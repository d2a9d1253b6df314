// What each step of the source wizard is given.
import type { Provider, StatementFace } from '@task-service/contract'
import type { Draft } from '../connect/draft.ts'
import type { Config } from './wizard-steps.ts'

export type StepProps = {
  provider: Provider
  draft: Draft
  faces: readonly StatementFace[]
  errorAt: (pointer: string) => string | undefined
  onName: (name: string) => void
  onConfig: (change: Config) => void
}
