/** Everything that can be done to a session that runs. */

import type { Controls } from '../session/use-controls.ts'
import { Button, type ButtonProps } from '../ui/button.tsx'
import { Card } from '../ui/card.tsx'
import { Confirm } from '../ui/dialog.tsx'
import { plural } from '../ui/format.ts'
import { ContextForm } from './context-form.tsx'
import { EditPlanDialog } from './edit-plan.tsx'
import { OverrideForm } from './override-form.tsx'
import { SteerForm } from './steer-form.tsx'

export function IntervenePanel({ controls }: { readonly controls: Controls }) {
  return (
    <Card title="Intervene" sub={whenItCounts(controls)}>
      <InterveneForms controls={controls} />
    </Card>
  )
}

function whenItCounts({ live }: Controls): string {
  return live.connection.state === 'cut' ? 'sent when the connection is back' : 'takes effect at the next step'
}

export function InterveneForms({ controls }: { readonly controls: Controls }) {
  return (
    <div className="grid gap-2.5">
      <ControlButtons controls={controls} />
      <OpenedForm controls={controls} />
      {controls.barred !== undefined && <p className="sm soft">{controls.barred}</p>}
    </div>
  )
}

/** The eight actions. */
function ControlButtons({ controls }: { readonly controls: Controls }) {
  const { form, open, isPaused, live } = controls
  const toggle = (wanted: typeof form) => () => open(form === wanted ? undefined : wanted)
  const hasPlan = live.log.plans.some(({ path }) => !path.includes('/'))
  return (
    <div className="ctl">
      <Control
        controls={controls}
        icon={isPaused ? 'play' : 'pause'}
        aria-keyshortcuts="p"
        onClick={controls.pauseOrResume}
      >
        {isPaused ? 'Resume' : 'Pause'}
      </Control>
      <Control controls={controls} icon="step" aria-keyshortcuts="." onClick={controls.step}>
        Step
      </Control>
      <Control controls={controls} icon="steer" aria-pressed={form === 'steer'} onClick={toggle('steer')}>
        Steer
      </Control>
      <Control
        controls={controls}
        icon="override"
        aria-keyshortcuts="e"
        aria-pressed={form === 'override'}
        onClick={toggle('override')}
      >
        Override
      </Control>
      <Control controls={controls} icon="context" aria-pressed={form === 'context'} onClick={toggle('context')}>
        Context
      </Control>
      <Control
        controls={controls}
        icon="edit"
        disabled={!hasPlan}
        title={hasPlan ? undefined : 'There is no plan to edit'}
        onClick={toggle('plan')}
      >
        Edit plan
      </Control>
      <Control controls={controls} icon="flag" onClick={controls.finish}>
        Finish
      </Control>
      <Control controls={controls} icon="stop" look="danger" onClick={() => open('abort')}>
        Abort
      </Control>
    </div>
  )
}

function Control({ controls, disabled, ...props }: ButtonProps & { readonly controls: Controls }) {
  const { barred } = controls
  return <Button {...props} disabled={barred !== undefined || disabled === true} title={barred ?? props.title} />
}

function OpenedForm({ controls }: { readonly controls: Controls }) {
  const { form, live } = controls
  // What somebody was writing when it ended stays as long as they are there.
  if (controls.barred !== undefined && !live.log.hasEnded) return null
  if (form === 'steer') return <SteerForm controls={controls} />
  if (form === 'override') return <OverrideForm controls={controls} />
  return form === 'context' ? <ContextForm controls={controls} /> : null
}

/** What is asked in the middle of the page, whoever opened it. */
export function ControlDialogs({ controls }: { readonly controls: Controls }) {
  const { live, form, open, send } = controls
  const { log } = live
  return (
    <>
      <EditPlanDialog live={live} isOpen={form === 'plan'} onOpenChange={(isOpen) => open(isOpen ? 'plan' : 'steer')} />
      <Confirm
        title="Abort this session?"
        open={form === 'abort'}
        onOpenChange={(isOpen) => open(isOpen ? 'abort' : 'steer')}
        keep="Keep running"
        act="Abort"
        onAct={() => send({ action: 'abort' })}
      >
        What runs is cut off, and no answer is written. {plural(log.steps.length, 'step')} stay recorded, and it can be
        forked from any of them. To have an answer from what there is, choose Finish instead.
      </Confirm>
    </>
  )
}
