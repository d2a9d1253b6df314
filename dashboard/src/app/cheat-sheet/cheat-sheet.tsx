// Every key that works here now, drawn from the table of keys.
import { Modal } from '@mantine/core'
import { useTranslation } from 'react-i18next'
import { KeyHint } from '#components/text/key-hint.tsx'
import { currentKeys, type KeyBinding, type KeyGroup } from '#lib/keys.ts'
import classes from './cheat-sheet.module.css'
import { cheatSheet } from './open-cheat-sheet.ts'

const ORDER: readonly KeyGroup[] = [
  'general',
  'go',
  'list',
  'inbox',
  'task',
  'board',
  'calendar',
  'deliveries',
]

export function CheatSheet() {
  const { t } = useTranslation('shell')
  const { opened } = cheatSheet.useOpened()
  const keys = opened ? currentKeys() : []
  return (
    <Modal
      opened={opened}
      onClose={cheatSheet.close}
      title={t('keys.title')}
      size={640}
      closeButtonProps={{ 'aria-label': t('close') }}
    >
      <div className={classes['groups']}>
        {ORDER.map((group) => (
          <Group
            key={group}
            title={t(`keys.groups.${group}`)}
            keys={keys.filter((one) => one.group === group)}
          />
        ))}
      </div>
      <p className={classes['note']}>{t('keys.note')}</p>
    </Modal>
  )
}

function Group({ title, keys }: { title: string; keys: readonly KeyBinding[] }) {
  if (keys.length === 0) return null
  // The same act may stand on several keys: one line for all of them.
  const byLabel = Map.groupBy(keys, ({ label }) => label)
  return (
    <section>
      <h3 className={classes['title']}>{title}</h3>
      <dl className={classes['list']}>
        {[...byLabel].map(([label, bindings]) => (
          <div key={label} className={classes['row']}>
            <dt>{label}</dt>
            <dd>
              {[...new Set(bindings.map((binding) => binding.keys))].map((one) => (
                <KeyHint key={one} keys={one} spoken />
              ))}
            </dd>
          </div>
        ))}
      </dl>
    </section>
  )
}
