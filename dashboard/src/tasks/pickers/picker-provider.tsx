// One picker for the whole screen: a row, the bulk bar, a card or a property opens it where it stands.
import { Popover } from '@mantine/core'
import type { Task } from '@task-service/contract'
import { createContext, type ReactNode, useCallback, useContext, useState } from 'react'
import { FieldPicker } from './field-picker.tsx'
import type { OpenPicker, PickerField } from './picker-field.ts'
import classes from './pickers.module.css'

type Opened = { field: PickerField; tasks: readonly Task[]; place: DOMRect; from: Element | null }

const PickerContext = createContext<OpenPicker>(() => undefined)

export const usePicker = (): OpenPicker => useContext(PickerContext)

export function PickerProvider({ children }: { children: ReactNode }) {
  const [opened, setOpened] = useState<Opened>()
  const open = useCallback<OpenPicker>((field, tasks, at) => {
    if (tasks.length === 0) return
    setOpened({ field, tasks, place: at.getBoundingClientRect(), from: document.activeElement })
  }, [])
  const close = useCallback(() => {
    setOpened((known) => {
      // Back to where the keys were, so that the next j goes on from there.
      if (known?.from instanceof HTMLElement) known.from.focus({ preventScroll: true })
      return undefined
    })
  }, [])
  return (
    <PickerContext value={open}>
      {children}
      {opened && (
        <Popover
          opened
          onDismiss={close}
          position="bottom-start"
          offset={4}
          trapFocus
          withinPortal
          transitionProps={{ duration: 120 }}
        >
          <Popover.Target>
            <span
              className={classes['anchor']}
              style={{
                left: opened.place.left,
                top: opened.place.top,
                width: opened.place.width,
                height: opened.place.height,
              }}
            />
          </Popover.Target>
          <Popover.Dropdown className={classes['card'] ?? ''}>
            <FieldPicker
              field={opened.field}
              tasks={opened.tasks}
              onTasks={(tasks) => setOpened((known) => known && { ...known, tasks })}
              onClose={close}
            />
          </Popover.Dropdown>
        </Popover>
      )}
    </PickerContext>
  )
}
