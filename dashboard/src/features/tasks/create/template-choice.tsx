// Fills the new task from a template.
import { IconTemplate } from '@tabler/icons-react'
import { useQuery } from '@tanstack/react-query'
import type { Template } from '@task-service/contract'
import { useState } from 'react'
import { useTranslation } from 'react-i18next'
import { templatesQuery } from '#api/templates-query.ts'
import { ChoiceList, choicesLike } from '../pickers/choice-list.tsx'
import { Chooser } from './draft-choices.tsx'

/** Nothing without templates: they are created from a task, or in the settings. */
export function TemplateChoice({ onChoose }: { onChoose: (template: Template) => void }) {
  const { t } = useTranslation('tasks')
  const { data: templates = [] } = useQuery(templatesQuery)
  const [typed, setTyped] = useState('')
  if (templates.length === 0) return null
  const choices = templates.map(({ id, name, task }) => ({
    value: id,
    label: name,
    hint: task.title,
  }))
  return (
    <Chooser
      label={t('create.template')}
      icon={<IconTemplate size={16} stroke={1.75} aria-hidden="true" />}
    >
      {(close) => (
        <ChoiceList
          label={t('create.template')}
          typed={typed}
          onType={setTyped}
          choices={choicesLike(choices, typed)}
          onChoose={(value) => {
            const template = templates.find(({ id }) => id === value)
            if (template) onChoose(template)
            close()
          }}
        />
      )}
    </Chooser>
  )
}
