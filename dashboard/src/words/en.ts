// The English words of every area.

import board from './en/board.json' with { type: 'json' }
import common from './en/common.json' with { type: 'json' }
import deliveries from './en/deliveries.json' with { type: 'json' }
import home from './en/home.json' with { type: 'json' }
import settings from './en/settings.json' with { type: 'json' }
import shell from './en/shell.json' with { type: 'json' }
import task from './en/task.json' with { type: 'json' }
import tasks from './en/tasks.json' with { type: 'json' }
import users from './en/users.json' with { type: 'json' }
import webhooks from './en/webhooks.json' with { type: 'json' }

export const en = {
  common,
  shell,
  home,
  tasks,
  task,
  board,
  webhooks,
  deliveries,
  settings,
  users,
}
