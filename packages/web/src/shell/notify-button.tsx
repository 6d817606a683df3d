import { Button } from '../ui/button.tsx'
import { tellFailure } from '../ui/toasts.tsx'
import { useWish, wantNotifications } from './notifications.ts'

/** Nobody is asked before they press it. */
export function NotifyButton() {
  const wish = useWish()
  if (wish === 'unable') return null
  if (wish === 'refused') {
    return (
      <Button
        icon="bell"
        disabled
        title="This browser was told not to notify you. Its settings for this site change that."
      >
        Notifications blocked
      </Button>
    )
  }
  const isOn = wish === 'on'
  const toggle = () => {
    wantNotifications(!isOn).catch((error: unknown) => tellFailure('Asking the browser', error))
  }
  return (
    <Button icon="bell" aria-pressed={isOn} onClick={toggle}>
      Notify me
    </Button>
  )
}
