/** Stopping a session that runs: for a while, with what it has, or at once. */
import { useMay } from '../api/me.ts'
import { type Intervene, useIntervene } from '../api/sessions.ts'
import { AbortConfirm } from '../session/abort-confirm.tsx'
import type { LiveSession } from '../session/live-session.ts'
import { useShortcuts } from '../shell/shortcuts.ts'
import { Button } from '../ui/button.tsx'
import { tellFailure } from '../ui/toasts.tsx'

const doing = { pause: 'Pausing', resume: 'Resuming', finish: 'Finishing', abort: 'Aborting' } as const

function useControl(live: LiveSession) {
  const intervene = useIntervene(live.log.id)
  const control = (action: keyof typeof doing) =>
    intervene.mutate({ action } satisfies Intervene, { onError: (error) => tellFailure(doing[action], error) })
  return { control, isPending: intervene.isPending }
}

/** Pause or resume, and abort. */
export function ChatControls({ live }: { readonly live: LiveSession }) {
  const mayRun = useMay('user')
  const { control, isPending } = useControl(live)
  // It is from the moment that nothing more is begun: what was begun before still comes in.
  const { isPaused } = live.log.view
  const pauseOrResume = () => mayRun && control(isPaused ? 'resume' : 'pause')
  useShortcuts({
    p: { does: 'Pause or resume', run: pauseOrResume },
    Escape: { does: 'Pause', run: () => !isPaused && pauseOrResume() },
  })
  return (
    <>
      <Button icon={isPaused ? 'play' : 'pause'} disabled={!mayRun || isPending} onClick={pauseOrResume}>
        <span className="desk">{isPaused ? 'Resume' : 'Pause'}</span>
        <span className="only-phone vh">{isPaused ? 'Resume' : 'Pause'}</span>
      </Button>
      <AbortConfirm
        trigger={
          <Button look="ghost" icon="stop" disabled={!mayRun}>
            <span className="desk">Stop</span>
            <span className="only-phone vh">Stop</span>
          </Button>
        }
        onAbort={() => control('abort')}
      />
    </>
  )
}

/** Ends it with an answer from what there is. */
export function FinishNow({ live }: { readonly live: LiveSession }) {
  const mayRun = useMay('user')
  const { control, isPending } = useControl(live)
  const { isFinishing } = live.log.view
  return (
    <Button mini icon="flag" disabled={!mayRun || isFinishing} busy={isPending} onClick={() => control('finish')}>
      {isFinishing ? 'Finishing' : 'Finish now'}
    </Button>
  )
}
