// What surrounds every screen: places at the left, the screen, and what can be called from anywhere.
import { Outlet } from '@tanstack/react-router'

export function Shell() {
  return <Outlet />
}
