// What the graph, the list and the tooltip of the flow are drawn from.
import type { TaskFlow } from '@task-service/contract'
import type { Stage } from './stages.ts'
import type { FlowTexts } from './use-flow-texts.ts'
import type { QueueLevels } from './use-queue-levels.ts'

export type FlowParts = {
  flow: TaskFlow
  stages: readonly Stage[]
  levels: QueueLevels
  texts: FlowTexts
}
