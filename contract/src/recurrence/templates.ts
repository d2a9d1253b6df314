// Templates: the values of a task that is created again and again.
import { type Static, type TOptional, type TUnsafe, Type } from 'typebox'
import { Actor } from '../actors.ts'
import { Id } from '../ids.ts'
import { Page, pageQuery } from '../page.ts'
import { worded } from '../patterns.ts'
import { Closed, Nullable, Timestamp, VisibleText } from '../schema.ts'
import { TaskChange, TaskCreate } from '../tasks/tasks.ts'

const DueIn = Type.String({
  pattern: worded(
    '^[1-9][0-9]{0,3}[hdw]$',
    'must be a number of hours, days or weeks, for example 4h, 3d or 2w',
    { echo: true },
  ),
  maxLength: 5,
  description:
    'Due date, counted from the creation of the task: hours (`4h`), days (`3d`) or weeks (`2w`). Days and weeks keep the time of day in the time zone of the schedule, or of the tenant.',
  examples: ['3d'],
})

const { properties: task } = TaskCreate
/** What a template may set besides the title, by the names of the task. */
const values = {
  description: task.description,
  priority: task.priority,
  queue: task.queue,
  labels: task.labels,
  assignee: task.assignee,
  delegate: task.delegate,
  fields: task.fields,
  due_in: Type.Optional(DueIn),
}

export const TemplateTask = Closed(
  { title: task.title, ...values },
  { description: 'Values of the task. Only `title` is required' },
)
export type TemplateTask = Static<typeof TemplateTask>

type Changeable<T> = {
  [Name in keyof T]: T[Name] extends Type.TSchema
    ? TOptional<TUnsafe<Static<T[Name]> | null>>
    : never
}

const isNullable = (schema: object) => 'type' in schema && Array.isArray(schema.type)
const valuesChange = Object.fromEntries(
  Object.entries(values).map(([name, schema]) => [
    name,
    isNullable(schema) ? schema : Type.Optional(Nullable(schema)),
  ]),
) as Changeable<typeof values> // the same names, each of which may be null

const Name = VisibleText({ maxLength: 100, description: 'Display name' })
const version = Type.Integer({
  minimum: 1,
  description: 'Incremented on every change; basis of the ETag',
})

export const Template = Closed(
  {
    id: Id('template'),
    name: Type.String(),
    task: TemplateTask,
    version,
    created_by: Actor,
    created_at: Timestamp(),
    updated_at: Timestamp(),
  },
  { description: 'Values of a task that is created again and again' },
)
export type Template = Static<typeof Template>

export const TemplateCreate = Closed({ name: Name, task: TemplateTask })
export type TemplateCreate = Static<typeof TemplateCreate>

export const TemplateChange = Closed(
  {
    name: Type.Optional(Name),
    task: Type.Optional(
      Closed(
        { title: Type.Optional(task.title), ...valuesChange },
        { description: 'Values to change; null removes one' },
      ),
    ),
  },
  {
    minProperties: 1,
    description: 'JSON Merge Patch (RFC 7396): omitted fields are unchanged, null removes a value',
  },
)
export type TemplateChange = Static<typeof TemplateChange>

const { status: _, parent_id, blocked_by, ...changeable } = TaskChange.properties

export const TemplateUse = Closed(
  { ...changeable, parent_id, blocked_by },
  { description: 'Values that replace those of the template; `fields` are merged' },
)
export type TemplateUse = Static<typeof TemplateUse>

export const TemplateListQuery = Closed(pageQuery)
export const TemplatePage = Page(Template, 'A page of templates, oldest first')
export const templateParams = Closed({ template: Id('template') })
