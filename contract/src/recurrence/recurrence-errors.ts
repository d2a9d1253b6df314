// Errors of templates and schedules; a part of the error catalog.

export const recurrenceErrors = {
  template_invalid: {
    status: 400,
    title: 'Invalid template',
    when: '`template_id` is not the ID of a template in this tenant.',
    action: 'List the templates to see their IDs, or create one with `POST /api/templates`.',
  },
  template_not_found: {
    status: 404,
    title: 'Template not found',
    when: 'No template in this tenant has this ID.',
    action: 'List the templates to see their IDs. Deleted templates cannot be restored.',
  },
  schedule_not_found: {
    status: 404,
    title: 'Schedule not found',
    when: 'No schedule in this tenant has this ID.',
    action: 'List the schedules to see their IDs. Deleted schedules cannot be restored.',
  },
  template_in_use: {
    status: 409,
    title: 'Template in use',
    when: 'A schedule creates tasks from this template.',
    action: 'Delete the schedules in `detail`, or give them another template, and try again.',
  },
  template_limit_reached: {
    status: 409,
    title: 'Template limit reached',
    when: 'The tenant has the maximum number of templates.',
    action:
      'Delete an unused template, or ask the operator to raise `SERVICE_ACP_LIMIT_TEMPLATES`.',
  },
  schedule_limit_reached: {
    status: 409,
    title: 'Schedule limit reached',
    when: 'The tenant has the maximum number of schedules.',
    action:
      'Delete a schedule that is no longer needed, or ask the operator to raise `SERVICE_ACP_LIMIT_SCHEDULES`.',
  },
} as const
