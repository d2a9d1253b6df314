// The inbox: one's own, or the questions and approvals of everyone.
import { useAddress } from '#lib/use-address.ts'
import { EveryoneScreen } from './everyone-screen.tsx'
import { OwnScreen } from './own/own-screen.tsx'

export function InboxScreen() {
  const [address] = useAddress()
  // Addresses of an earlier release lead to what is closed.
  return address['box'] === 'everyone' || address['show'] === 'closed' ? (
    <EveryoneScreen />
  ) : (
    <OwnScreen />
  )
}
