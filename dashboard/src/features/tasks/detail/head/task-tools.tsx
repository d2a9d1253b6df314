// What can be done with the task as a whole: its link, and a menu.
import { ActionIcon, Menu, Tooltip } from '@mantine/core'
import {
  IconCopy,
  IconDots,
  IconHash,
  IconLink,
  IconTemplate,
  IconTrash,
} from '@tabler/icons-react'
import type { Task } from '@task-service/contract'
import { useState } from 'react'
import { useTranslation } from 'react-i18next'
import { showDone } from '#components/toasts/toasts.tsx'
import { linkTo, referenceOf } from '#features/tasks/data/task-address.ts'
import { LazyDeleteDialog } from '#features/tasks/edit/lazy-delete-dialog.tsx'
import { LazyTemplateDialog } from '#features/tasks/edit/lazy-template-dialog.tsx'

export function LinkTool({ task }: { task: { number: number } }) {
  const { t } = useTranslation('task')
  return (
    <Tooltip label={t('copyLink')}>
      <ActionIcon aria-label={t('copyLink')} onClick={() => copy(linkTo(task), t('linkCopied'))}>
        <IconLink size={16} stroke={1.75} />
      </ActionIcon>
    </Tooltip>
  )
}

function copy(text: string, message: string): void {
  void navigator.clipboard.writeText(text).then(() => showDone(message))
}

export function TaskMenu({ task, onDeleted }: { task: Task; onDeleted: () => void }) {
  const { t } = useTranslation(['task', 'common'])
  const [isDeleting, setDeleting] = useState(false)
  const [isTemplating, setTemplating] = useState(false)
  const icon = { size: 16, stroke: 1.75 }
  return (
    <>
      <Menu position="bottom-end" width={200}>
        <Menu.Target>
          <ActionIcon aria-label={t('common:more')}>
            <IconDots size={16} stroke={1.75} />
          </ActionIcon>
        </Menu.Target>
        <Menu.Dropdown>
          <Menu.Item
            leftSection={<IconLink {...icon} />}
            onClick={() => copy(linkTo(task), t('task:linkCopied'))}
          >
            {t('task:copyLink')}
          </Menu.Item>
          <Menu.Item
            leftSection={<IconHash {...icon} />}
            onClick={() => copy(referenceOf(task), t('task:keyCopied', { key: referenceOf(task) }))}
          >
            {t('task:copyKey')}
          </Menu.Item>
          <Menu.Item
            leftSection={<IconCopy {...icon} />}
            onClick={() => copy(task.id, t('task:idCopied'))}
          >
            {t('task:copyId')}
          </Menu.Item>
          <Menu.Item leftSection={<IconTemplate {...icon} />} onClick={() => setTemplating(true)}>
            {t('task:saveAsTemplate')}
          </Menu.Item>
          <Menu.Divider />
          <Menu.Item
            color="red"
            leftSection={<IconTrash {...icon} />}
            onClick={() => setDeleting(true)}
          >
            {t('task:delete')}
          </Menu.Item>
        </Menu.Dropdown>
      </Menu>
      {isTemplating && <LazyTemplateDialog task={task} onClose={() => setTemplating(false)} />}
      <LazyDeleteDialog
        tasks={isDeleting ? [task] : []}
        onClose={() => setDeleting(false)}
        onDeleted={onDeleted}
      />
    </>
  )
}
