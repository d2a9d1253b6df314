// Errors of imports; a part of the error catalog.

export const importErrors = {
  import_file_invalid: {
    status: 400,
    title: 'Invalid import file',
    when: 'The file is empty, not UTF-8, has no header, or has the same column twice; or its format is unknown.',
    action: 'Correct the file as `detail` says. Spreadsheets save UTF-8 as “CSV UTF-8”.',
  },
  import_not_found: {
    status: 404,
    title: 'Import not found',
    when: 'No import in this tenant has this ID.',
    action: 'List the imports to see their IDs. They are deleted 30 days after their last change.',
  },
  import_state_conflict: {
    status: 409,
    title: 'Import in another state',
    when: 'The state of the import does not allow this, for example `start` before the dry run has ended.',
    action: 'See `detail` for the state and what it allows.',
  },
  import_limit_reached: {
    status: 409,
    title: 'Import limit reached',
    when: 'The tenant has the maximum number of imports that have not finished.',
    action: 'Finish or delete an import, or ask the operator to raise `SERVICE_ACP_LIMIT_IMPORTS`.',
  },
  import_quota_reached: {
    status: 409,
    title: 'Import storage full',
    when: 'The file does not fit into the storage for import files of the tenant.',
    action:
      'Delete imports that are no longer needed, split the file, or ask the operator to raise `SERVICE_ACP_LIMIT_IMPORT_STORAGE`.',
  },
} as const
