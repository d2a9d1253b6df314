// Runs the conformance suite against a model of the vendor.
import { testConformance } from '@task-service/kit/testing'
import { plugin } from './plugin.ts'
import { createBackend } from './testing/backend.ts'

testConformance(plugin, createBackend(), { entry: import.meta.resolve('./plugin.ts') })
