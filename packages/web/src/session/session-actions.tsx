/** Offers what can be done with the session that is looked at, in every view of it alike. */
import { useNavigate } from '@tanstack/react-router'
import { useState } from 'react'
import { useMay } from '../api/me.ts'
import { useActions } from '../shell/actions.ts'
import { focusComposer } from '../shell/focus-composer.ts'
import { copyText } from '../ui/copy-text.ts'
import { saveAddress } from '../ui/save-file.ts'
import { AbortConfirm } from './abort-confirm.tsx'
import { sessionActions } from './session-action-list.ts'
import { useControls } from './use-controls.ts'
import { useSession } from './use-session.ts'

type SessionActionsProps = {
  readonly session: string
  /** Whether one can write to it here. */
  readonly hasComposer: boolean
}

export function SessionActions({ session, hasComposer }: SessionActionsProps) {
  const live = useSession(session)
  const { log } = live
  const { send, barred, isPaused } = useControls(live)
  const mayStart = useMay('user')
  const navigate = useNavigate()
  const [isAsking, setIsAsking] = useState(false)
  const params = { session }
  const steer = async () => {
    if (!hasComposer) await navigate({ to: '/sessions/$session', params })
    focusComposer()
  }
  const fork = () => {
    const step = new URLSearchParams(location.search).get('step') ?? log.view.lastPath
    void navigate({ to: '/sessions/$session/steps', params, search: { step, fork: 'here' } })
  }
  useActions(() =>
    sessionActions(
      { session, isOpen: barred === undefined, isPaused, canFork: mayStart && log.view.lastPath !== '' },
      {
        send: (action) => send({ action }),
        steer: () => void steer(),
        abort: () => setIsAsking(true),
        fork,
        // It is written by what few pages need.
        report: () => void import('../reasoning/result-report.ts').then(({ saveReport }) => saveReport(log)),
        save: ({ address, file }) => saveAddress(address, file),
        compare: () => void navigate({ to: '/compare', search: { a: session } }),
        copyLink: () => void copyText(location.href),
      },
    ),
  )
  return <AbortConfirm open={isAsking} onOpenChange={setIsAsking} onAbort={() => send({ action: 'abort' })} />
}
