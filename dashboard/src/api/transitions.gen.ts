// Written by `npm run gen` from the contract: statuses, priorities, and which status may follow which.
export const STATUSES = ['triage', 'ready', 'in_progress', 'input_required', 'in_review', 'completed', 'failed', 'canceled'] as const
export const FINAL_STATUSES = ['completed', 'failed', 'canceled'] as const
export const PRIORITIES = ['urgent', 'high', 'normal', 'low'] as const
export const transitions = {
  triage: ['ready', 'in_progress', 'canceled'],
  ready: ['triage', 'in_progress', 'completed', 'canceled'],
  in_progress: ['ready', 'input_required', 'in_review', 'completed', 'failed', 'canceled'],
  input_required: ['ready', 'in_progress', 'failed', 'canceled'],
  in_review: ['ready', 'in_progress', 'completed', 'failed', 'canceled'],
  completed: ['ready'],
  failed: ['ready'],
  canceled: ['ready'],
} as const
