// The task that benches create: a title and a description as people write them.

export const taskBody = {
  title: 'Investigate payment webhook for the key account',
  description:
    'The customer reports that the page stays empty after the last step. It happens about twice a day and only with accounts created before spring.\n\nSteps: open the record, change the second field, save, reload. Expected: the new value is shown. Actual: the old value comes back.',
}
