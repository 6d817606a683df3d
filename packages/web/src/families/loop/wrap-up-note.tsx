/** Says that a loop was told to end, and what it answered then: nothing above it led to that by itself. */
import type { SessionLog } from '../../session/session-log.ts'
import { Busy, Icon } from '../../ui/icon.tsx'
import { LongText } from './long-text.tsx'
import { StepLink } from './step-link.tsx'
import { wrapUpOf } from './wrap-up.ts'

export function WrapUpNote({ log, base }: { readonly log: SessionLog; readonly base: string }) {
  const wrapUp = wrapUpOf(log, base)
  if (!wrapUp) return null
  const { path, state, outcome, answer } = wrapUp
  return (
    <p className="note wait m-3">
      {state === 'running' ? <Busy /> : <Icon name="half" />}
      <span>
        <StepLink session={log.id} path={path}>
          Wrapped up
        </StepLink>
        {reasonOf(outcome)}: <LongText text={answer || 'no answer came'} of="the last answer" />
      </span>
    </p>
  )
}

/** `limit:calls` as people read it. Who says finish wants an answer, and gets one. */
function reasonOf(outcome: string): string {
  if (outcome === '') return ''
  return outcome === 'answered' ? ', as a person asked' : ` (${outcome.replace(':', ': ')})`
}
