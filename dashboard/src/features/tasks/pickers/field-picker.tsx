// Picks a value for one field of one or many tasks and changes them.
import type { Task } from '@task-service/contract'
import { useFields } from '#api/fields.ts'
import { useRouting } from '../edit/use-routing.ts'
import { useTaskActions } from '../edit/use-task-actions.ts'
import { type FieldValueToSet, useSetValue } from '../fields/use-set-value.ts'
import { AgentChoices } from './agent-choices.tsx'
import { AssigneeChoices } from './assignee-choices.tsx'
import { CustomChoices } from './custom-choices.tsx'
import { DueChoices } from './due-choices.tsx'
import { LabelChoices } from './label-choices.tsx'
import { customKey, type PickerField } from './picker-field.ts'
import { PriorityChoices } from './priority-choices.tsx'
import { QueueChoices } from './queue-choices.tsx'
import { StatusChoices } from './status-choices.tsx'

export function FieldPicker({
  field,
  tasks,
  onTasks,
  onClose,
}: {
  field: PickerField
  tasks: readonly Task[]
  /** The tasks after a change that leaves the picker open. */
  onTasks: (tasks: readonly Task[]) => void
  onClose: () => void
}) {
  const actions = useTaskActions()
  const routing = useRouting()
  const setValue = useSetValue()
  const custom = useFields().find(({ key }) => key === customKey(field))
  const closing =
    <T,>(act: (tasks: readonly Task[], value: T) => Promise<unknown>) =>
    (value: T) => {
      onClose()
      void act(tasks, value)
    }
  if (custom) {
    const onChoose = closing((given: readonly Task[], value: FieldValueToSet) =>
      setValue(given, custom, value),
    )
    return <CustomChoices field={custom} tasks={tasks} onChoose={onChoose} />
  }
  if (field === 'status') return <StatusChoices tasks={tasks} onChoose={closing(actions.move)} />
  if (field === 'priority') {
    return <PriorityChoices tasks={tasks} onChoose={closing(actions.prioritise)} />
  }
  if (field === 'assignee') {
    return <AssigneeChoices tasks={tasks} onChoose={closing(actions.assign)} />
  }
  if (field === 'queue') return <QueueChoices tasks={tasks} onChoose={closing(routing.enqueue)} />
  if (field === 'delegate') {
    return <AgentChoices tasks={tasks} onChoose={closing(routing.delegate)} />
  }
  if (field === 'due_at') {
    return <DueChoices due={tasks[0]?.due_at ?? null} onChoose={closing(actions.schedule)} />
  }
  return (
    <LabelChoices
      tasks={tasks}
      onToggle={(label, wanted) => {
        onTasks(tasks.map((task) => ({ ...task, labels: withLabel(task.labels, label, wanted) })))
        void actions.label(tasks, label, wanted).then(onTasks)
      }}
    />
  )
}

const withLabel = (labels: readonly string[], label: string, wanted: boolean): string[] => {
  const others = labels.filter((one) => one !== label)
  return wanted ? [...others, label] : others
}
