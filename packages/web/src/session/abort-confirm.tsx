/** Asks before a session is aborted, wherever that is chosen. */
import type { ReactElement } from 'react'
import { Confirm } from '../ui/dialog.tsx'

type AbortConfirmProps = {
  /** What opens it; or it is opened by `open`. */
  readonly trigger?: ReactElement
  readonly open?: boolean
  readonly onOpenChange?: (open: boolean) => void
  readonly onAbort: () => void
}

export function AbortConfirm({ onAbort, ...opening }: AbortConfirmProps) {
  return (
    <Confirm title="Abort this session?" {...opening} keep="Keep running" act="Abort" onAct={onAbort}>
      It stops at once and gives no answer. What it did so far stays recorded. To have an answer from that, choose
      Finish instead.
    </Confirm>
  )
}
