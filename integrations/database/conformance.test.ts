// What every integration owes, on rows of a real PostgreSQL.
import { testConformance } from '@task-service/kit/testing'
import { plugin } from './plugin.ts'
import { createBackend } from './testing/backend.ts'

testConformance(plugin, createBackend(), { entry: import.meta.resolve('./plugin.ts') })
