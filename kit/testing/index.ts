// Public interface of the conformance suite: what the tests of an integration import.
export type {
  Backend,
  ConfigValues,
  OtherUser,
  SignedMessage,
  Stored,
  WebhookBench,
  Words,
} from './backend.ts'
export type { ConformanceOptions } from './bench.ts'
export { testConformance, testStructure } from './conformance.ts'
export { startContext, type TestContext } from './context.ts'
export { type Fault, type FaultProxy, startFaultProxy } from './fault-proxy.ts'
export { type KeptList, openKeptList } from './journal.ts'
export { openTables, type Tables } from './tables.ts'
export {
  createVendorFaults,
  type RequestLine,
  startVendorServer,
  type VendorAnswer,
  type VendorFault,
  type VendorFaults,
  type VendorRequest,
} from './vendor-server.ts'
