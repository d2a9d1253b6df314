// Checks: testing a connection, listing what can be chosen, previewing a mapping.

export { checkIntegration, tryConnection } from './service/check-connection.ts'
export { discover } from './service/discover-choices.ts'
export { previewMapping } from './service/preview-mapping.ts'
