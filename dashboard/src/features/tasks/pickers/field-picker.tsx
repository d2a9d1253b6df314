// Picks a value for one field of one or many tasks and changes them.
import type { Task } from '@task-service/contract'
import { useTaskActions } from '../edit/use-task-actions.ts'
import { AssigneeChoices } from './assignee-choices.tsx'
import { DueChoices } from './due-choices.tsx'
import { LabelChoices } from './label-choices.tsx'
import type { PickerField } from './picker-field.ts'
import { PriorityChoices } from './priority-choices.tsx'
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
  const closing =
    <T,>(act: (tasks: readonly Task[], value: T) => Promise<unknown>) =>
    (value: T) => {
      onClose()
      void act(tasks, value)
    }
  if (field === 'status') return <StatusChoices tasks={tasks} onChoose={closing(actions.move)} />
  if (field === 'priority') {
    return <PriorityChoices tasks={tasks} onChoose={closing(actions.prioritise)} />
  }
  if (field === 'assignee') {
    return <AssigneeChoices tasks={tasks} onChoose={closing(actions.assign)} />
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
