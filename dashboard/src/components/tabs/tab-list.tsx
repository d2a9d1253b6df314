// Tabs of a screen: one is shown, the arrows go from one to the next.
import type { KeyboardEvent, ReactNode } from 'react'
import classes from './tab-list.module.css'

export function TabList<Tab extends string>({
  id,
  label,
  tabs,
  tab,
  renderTab,
  onChange,
}: {
  /** What is shown has the id `<id>-panel`. */
  id: string
  label: string
  tabs: readonly Tab[]
  tab: Tab
  renderTab: (tab: Tab) => ReactNode
  onChange: (tab: Tab) => void
}) {
  const step = (event: KeyboardEvent) => {
    const by = event.key === 'ArrowRight' ? 1 : event.key === 'ArrowLeft' ? -1 : 0
    if (by === 0) return
    const next = tabs.at((tabs.indexOf(tab) + by) % tabs.length) ?? tab
    onChange(next)
    document.getElementById(`${id}-${next}`)?.focus()
  }
  return (
    <div className={classes['list']} role="tablist" aria-label={label}>
      {tabs.map((name) => (
        <button
          key={name}
          id={`${id}-${name}`}
          type="button"
          role="tab"
          aria-selected={name === tab}
          aria-controls={`${id}-panel`}
          tabIndex={name === tab ? 0 : -1}
          onClick={() => onChange(name)}
          onKeyDown={step}
        >
          {renderTab(name)}
        </button>
      ))}
    </div>
  )
}
