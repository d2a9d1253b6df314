// Whether the sidebar shows icons only: as it was left, and on middling screens from the start.
import { useState } from 'react'

const remembered = 'task-service.sidebar'
const ROOMY_PX = 1024

export function useCollapsed(): [boolean, () => void] {
  const [collapsed, setCollapsed] = useState(() => {
    const left = localStorage.getItem(remembered)
    return left === null ? window.innerWidth < ROOMY_PX : left === 'collapsed'
  })
  return [
    collapsed,
    () => {
      localStorage.setItem(remembered, collapsed ? 'open' : 'collapsed')
      setCollapsed(!collapsed)
    },
  ]
}
