/** Below what was written until a session was stopped: it is not the whole. */
import { Icon } from '../ui/icon.tsx'

export function StoppedHere() {
  return (
    <p className="row sm soft">
      <Icon name="stop" small />
      Stopped here. The answer is unfinished.
    </p>
  )
}
