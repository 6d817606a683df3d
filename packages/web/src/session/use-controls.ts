/** What can be done to a session, for the panel, the bar of a phone and the keys alike. */
import { useState } from 'react'
import { useMay } from '../api/me.ts'
import { type Intervene, useIntervene } from '../api/sessions.ts'
import { tellFailure } from '../ui/toasts.tsx'
import type { LiveSession } from './live-session.ts'
import { sendOrKeep } from './unsent.ts'

/** What is being filled in or asked for. */
export type OpenForm = 'steer' | 'override' | 'context' | 'plan' | 'abort' | undefined

export type Controls = {
  readonly live: LiveSession
  readonly form: OpenForm
  readonly open: (form: OpenForm) => void
  readonly send: (sent: Intervene, done?: () => void) => void
  readonly isSending: boolean
  readonly isPaused: boolean
  readonly pauseOrResume: () => void
  readonly step: () => void
  readonly finish: () => void
  /** Why nothing can be done; undefined when it can. */
  readonly barred: string | undefined
}

const named: Readonly<Record<string, string>> = {
  pause: 'Pause',
  resume: 'Resume',
  step: 'One step',
  steer: 'Guidance',
  override: 'Override',
  context: 'Context',
  finish: 'Finish',
  abort: 'Abort',
}

export function useControls(live: LiveSession): Controls {
  const { log } = live
  const intervene = useIntervene(log.id)
  const may = useMay('user')
  const [form, open] = useState<OpenForm>('steer')
  const barred = barrier(log.hasEnded, may)
  const isPaused = log.view.isPaused
  const send = (sent: Intervene, done?: () => void) => {
    if (barred !== undefined) return
    // The rail has it from then on, queued or waiting for the connection; elsewhere the strip tells that something waits.
    void sendOrKeep(live, sent, intervene.mutateAsync).then(done, (error) =>
      tellFailure(named[sent.action] ?? sent.action, error),
    )
  }
  return {
    live,
    form,
    open,
    send,
    isSending: intervene.isPending,
    isPaused,
    pauseOrResume: () => send({ action: isPaused ? 'resume' : 'pause' }),
    step: () => send({ action: 'step' }),
    finish: () => send({ action: 'finish' }),
    barred,
  }
}

function barrier(hasEnded: boolean, may: boolean): string | undefined {
  if (hasEnded) return 'The session has ended.'
  return may ? undefined : 'Viewers cannot intervene. Ask for a key with the role user.'
}
