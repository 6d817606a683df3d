/** How a turn stands when it gave no plain answer: what happened, what was kept, what to do. */
import { fixOf } from '@gyre/core/view'
import { Link } from '@tanstack/react-router'
import { useMay } from '../api/me.ts'
import { useIntervene, useResume } from '../api/sessions.ts'
import type { LiveSession } from '../session/live-session.ts'
import { plainMessage } from '../session/question-words.ts'
import type { SessionLog } from '../session/session-log.ts'
import { standingOf } from '../session/standing.ts'
import { unfinishedAnswer } from '../session/unfinished-answer.ts'
import { Button } from '../ui/button.tsx'
import { plural } from '../ui/format.ts'
import { Icon } from '../ui/icon.tsx'
import { WithCode } from '../ui/with-code.tsx'

type TurnEndProps = {
  readonly live: LiveSession
  /** As the server sees it: a session whose worker died does not know it itself. */
  readonly isInterrupted: boolean
}

export function TurnEnd({ live, isInterrupted }: TurnEndProps) {
  const { view, hasEnded } = live.log
  if (hasEnded) return <Ended live={live} />
  if (isInterrupted)
    return (
      <Held live={live} tone="bad" resumes="worker">
        Whatever worked on it went away.
      </Held>
    )
  if (view.refusal) return <Told live={live} error={view.refusal} />
  if (view.status !== 'paused') return null
  return (
    <Held live={live} tone="" resumes="person">
      Paused. Nothing is done until somebody resumes it.
    </Held>
  )
}

type HeldProps = {
  readonly live: LiveSession
  readonly tone: 'bad' | ''
  readonly resumes: 'worker' | 'person'
  readonly children: string
}

/** It stands still, and can go on. */
function Held({ live, tone, resumes, children }: HeldProps) {
  const mayRun = useMay('user')
  const resume = useResume(live.log.id)
  const intervene = useIntervene(live.log.id)
  const onResume = () => (resumes === 'worker' ? resume.mutate() : intervene.mutate({ action: 'resume' }))
  return (
    <div className={`note items-center ${tone}`} role={tone === 'bad' ? 'alert' : undefined}>
      <Icon name={tone === 'bad' ? 'alert' : 'pause'} />
      <p className="grow">
        {children} {recorded(live)}
      </p>
      <Button mini icon="play" busy={resume.isPending || intervene.isPending} disabled={!mayRun} onClick={onResume}>
        Resume
      </Button>
    </div>
  )
}

/** What is said of each kind of end that is not an answer. */
const ends: Readonly<Record<string, string>> = {
  gap_open: 'It answered with what it found. Something is still open.',
  limit: 'A limit was reached. It answered with what it had by then.',
  stuck: 'It got no further, and stopped.',
  'stuck:unreadable': 'Nothing was said that could be read. Ask again, or with another model.',
  blocked: 'It was not allowed to go on.',
  aborted: 'It gave no answer.',
}

function Ended({ live }: { readonly live: LiveSession }) {
  const { outcome, error, gap, answer } = live.log.view
  const [kind = ''] = (outcome ?? '').split(':')
  if (kind === 'answered') return null
  if (error) return <Told live={live} error={error} />
  const { icon, tone, word } = standingOf('', outcome)
  const plain = ends[outcome ?? ''] ?? ends[kind]
  const fallback = kind === 'limit' && answer === null ? 'A limit was reached before there was an answer.' : plain
  const said = unfinishedAnswer(live.log) !== undefined ? 'What was written until then stays.' : fallback
  return (
    <div className={`note ${tone === 'idle' ? '' : tone}`}>
      <Icon name={icon} />
      <div className="grid gap-1">
        <p>
          <b>{word.charAt(0).toUpperCase() + word.slice(1)}.</b> {said} {answer === null && recorded(live)}
        </p>
        {gap !== null && answer === null && <p className="wrap-anywhere">{gap}</p>}
      </div>
    </div>
  )
}

type Fault = { readonly message?: unknown; readonly fix?: unknown; readonly code?: unknown }

function Told({ live, error }: { readonly live: LiveSession; readonly error: Fault }) {
  const { message, code } = error
  const fix = typeof error.fix === 'string' ? error.fix : fixOf(String(code))
  return (
    <div className="note bad" role="alert">
      <Icon name="alert" />
      <div className="grid gap-1 min-w-0 wrap-anywhere">
        <p>
          <b>{plainMessage(String(message ?? 'It failed.'))}</b> {recorded(live)}
        </p>
        {fix !== undefined && (
          <p>
            <WithCode text={fix} /> {isOfModel(code) && <Link to="/admin/models">See the models.</Link>}
          </p>
        )}
        <GoOn log={live.log} />
        {typeof code === 'string' && <code className="xs">{code}</code>}
      </div>
    </div>
  )
}

/** What was done need not be done again: a fork keeps it. */
function GoOn({ log: { id: session, hasEnded, steps } }: { readonly log: SessionLog }) {
  const step = hasEnded && steps.findLast(({ state }) => state === 'finished')?.path
  if (!step) return null
  return (
    <p>
      Then go on with what it has:{' '}
      <Link to="/sessions/$session/steps" params={{ session }} search={{ step }}>
        fork it at its last good step.
      </Link>
    </p>
  )
}

/** Keys and models are changed where they are listed. */
function isOfModel(code: unknown): boolean {
  return typeof code === 'string' && /^(model|provider|price)-/.test(code)
}

function recorded({ log }: LiveSession): string {
  return log.steps.length === 1 ? '1 step is recorded.' : `${plural(log.steps.length, 'step')} are recorded.`
}
