// The German words of every area.

import board from './de/board.json' with { type: 'json' }
import common from './de/common.json' with { type: 'json' }
import deliveries from './de/deliveries.json' with { type: 'json' }
import home from './de/home.json' with { type: 'json' }
import settings from './de/settings.json' with { type: 'json' }
import shell from './de/shell.json' with { type: 'json' }
import task from './de/task.json' with { type: 'json' }
import tasks from './de/tasks.json' with { type: 'json' }
import users from './de/users.json' with { type: 'json' }
import webhooks from './de/webhooks.json' with { type: 'json' }

export const de = {
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
