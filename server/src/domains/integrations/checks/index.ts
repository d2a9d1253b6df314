// Checks: testing a connection, listing what can be chosen, previewing a mapping.
export { discover } from './service/ask-other-side.ts'
export { checkIntegration, tryConnection } from './service/check-connection.ts'
export { previewMapping } from './service/preview-mapping.ts'
