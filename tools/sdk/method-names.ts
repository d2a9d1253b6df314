// Methods of the SDKs that have another name than the verb of their operation.

/** Methods that clients of other services know by these names. The contract keeps its own verbs. */
export const methodNames: Readonly<Record<string, string>> = {
  change: 'update',
  remove: 'delete',
  enrol: 'enroll',
}
