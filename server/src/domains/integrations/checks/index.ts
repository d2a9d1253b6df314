// Checks: testing a connection, listing what can be chosen, previewing a mapping.
export { discover } from './service/discover-choices.ts'
export { checkIntegration, tryConnection } from './service/check-connection.ts'
export { previewMapping } from './service/preview-mapping.ts'
