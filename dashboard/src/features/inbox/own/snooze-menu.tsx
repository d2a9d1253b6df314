// When an item should come back: presets, or any time. Opened by its button or by `H`.
import { ActionIcon, Button, Menu, Modal, TextInput } from '@mantine/core'
import { IconClockPause } from '@tabler/icons-react'
import { useState } from 'react'
import { useTranslation } from 'react-i18next'
import { useLocale } from '#lib/use-locale.ts'
import { useNow } from '#lib/use-now.ts'
import { SNOOZES, snoozeTime } from './snooze-times.ts'

export function SnoozeMenu({
  isOpen,
  onOpen,
  onSnooze,
}: {
  isOpen: boolean
  onOpen: (isOpen: boolean) => void
  onSnooze: (until: Date, words: string) => void
}) {
  const { t } = useTranslation('inbox')
  const locale = useLocale()
  const [asksOwn, setAsksOwn] = useState(false)
  const words = (at: Date) =>
    at.toLocaleString(locale, {
      weekday: 'short',
      day: 'numeric',
      month: 'short',
      hour: '2-digit',
      minute: '2-digit',
    })
  const now = useNow()
  return (
    <>
      <Menu opened={isOpen} onChange={onOpen} position="bottom-end" width={260} trapFocus>
        <Menu.Target>
          <ActionIcon aria-label={t('snooze.title')} title={`${t('snooze.title')} · H`}>
            <IconClockPause size={16} stroke={1.75} aria-hidden="true" />
          </ActionIcon>
        </Menu.Target>
        <Menu.Dropdown>
          {SNOOZES.map((one) => {
            const at = snoozeTime(one, now)
            return (
              <Menu.Item
                key={one}
                rightSection={<small>{words(at)}</small>}
                onClick={() => onSnooze(at, words(at))}
              >
                {t(`snooze.${one}`)}
              </Menu.Item>
            )
          })}
          <Menu.Item onClick={() => setAsksOwn(true)}>{t('snooze.own')}</Menu.Item>
        </Menu.Dropdown>
      </Menu>
      <OwnTime
        isOpen={asksOwn}
        onClose={() => setAsksOwn(false)}
        onChoose={(at) => onSnooze(at, words(at))}
      />
    </>
  )
}

function OwnTime({
  isOpen,
  onClose,
  onChoose,
}: {
  isOpen: boolean
  onClose: () => void
  onChoose: (at: Date) => void
}) {
  const { t } = useTranslation(['inbox', 'common'])
  const [text, setText] = useState('')
  const [isWrong, setWrong] = useState(false)
  const choose = () => {
    const at = new Date(text)
    if (Number.isNaN(at.getTime()) || at.getTime() <= Date.now()) return setWrong(true)
    onClose()
    onChoose(at)
  }
  return (
    <Modal
      opened={isOpen}
      onClose={onClose}
      title={t('inbox:snooze.ownTitle')}
      closeButtonProps={{ 'aria-label': t('common:close') }}
    >
      <form
        onSubmit={(event) => {
          event.preventDefault()
          choose()
        }}
      >
        <TextInput
          type="datetime-local"
          label={t('inbox:snooze.until')}
          data-autofocus
          value={text}
          error={isWrong ? t('inbox:snooze.past') : undefined}
          onChange={(event) => {
            setWrong(false)
            setText(event.currentTarget.value)
          }}
        />
        <Button type="submit" mt={16}>
          {t('inbox:snooze.title')}
        </Button>
      </form>
    </Modal>
  )
}
