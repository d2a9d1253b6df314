// What the tabs of one integration are given, and which tabs there are.
import type { Integration, Provider } from '@task-service/contract'

export type Opened = {
  integration: Integration
  etag: string | null
  /** Undefined when it is no longer installed. */
  provider: Provider | undefined
  /** As people know it, or the name of the integration when the provider is not installed. */
  providerName: string
}

export const tabs = ['overview', 'mapping', 'conflicts', 'runs', 'settings'] as const
export type Tab = (typeof tabs)[number]
