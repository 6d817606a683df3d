/** Auto: the loop that was chosen and why, what was tried after it, and below the view of the loop itself. */
import { Suspense, useState } from 'react'
import { Badge, Tag, type Tone } from '../../ui/badge.tsx'
import { Card } from '../../ui/card.tsx'
import { Icon, type IconName } from '../../ui/icon.tsx'
import { Empty, Skeleton } from '../../ui/states.tsx'
import { WithCode } from '../../ui/with-code.tsx'
import type { OuterViewProps } from '../family-views.tsx'
import { loopSlice } from '../loop/loop-slice.ts'
import { NowBadge } from '../loop/now-badge.tsx'
import { StepLink } from '../loop/step-link.tsx'
import { type Attempt, type AutoPicture, autoPicture } from './auto-picture.ts'

export function AutoView({ live, base, viewOf }: OuterViewProps) {
  const { log } = live
  const picture = autoPicture(loopSlice(log, base), base)
  const [chosen, setChosen] = useState<number | null>(null)
  const { attempts } = picture
  const shown =
    attempts.find(({ number }) => number === chosen) ?? attempts.find(({ isTaken }) => isTaken) ?? attempts.at(-1)
  return (
    <div className="grid gap-4">
      <Card
        title="Chosen loop"
        sub={subtitle(picture)}
        actions={<Standing live={live} base={base} picture={picture} />}
        flush
      >
        {attempts.length === 0 ? (
          <Empty title="No loop chosen">{picture.isOver ? 'It ended before.' : 'The loop is being chosen.'}</Empty>
        ) : (
          <ol className="mxlist">
            {attempts.map((attempt) => (
              <AttemptRow
                key={attempt.number}
                session={log.id}
                attempt={attempt}
                minConfidence={picture.minConfidence}
                isShown={attempt === shown}
                onShow={attempts.length > 1 ? () => setChosen(attempt.number) : undefined}
              />
            ))}
          </ol>
        )}
      </Card>
      {shown && <InnerView key={shown.base} live={live} attempt={shown} viewOf={viewOf} />}
    </div>
  )
}

type InnerProps = Pick<OuterViewProps, 'live' | 'viewOf'> & { readonly attempt: Attempt }

function InnerView({ live, attempt, viewOf }: InnerProps) {
  const View = viewOf(attempt.loop)
  return (
    <Suspense fallback={<Skeleton />}>
      <View live={live} loop={attempt.loop} base={attempt.base} />
    </Suspense>
  )
}

function subtitle({ chosenBy, attempts, maxEscalations }: AutoPicture): string {
  const by = chosenBy === 'rules' ? 'chosen by rules' : 'chosen by a model'
  return `${by}, ${Math.max(0, attempts.length - 1)} of ${maxEscalations} escalations`
}

const stops: Readonly<Record<string, { readonly word: string; readonly tone: Tone; readonly icon: IconName }>> = {
  confident: { word: 'confident', tone: 'ok', icon: 'done' },
  blocked: { word: 'blocked', tone: 'bad', icon: 'failed' },
  escalations: { word: 'no escalations left', tone: 'wait', icon: 'half' },
  exhausted: { word: 'no dearer loop left', tone: 'wait', icon: 'half' },
}

type StandingProps = Pick<OuterViewProps, 'live' | 'base'> & { readonly picture: AutoPicture }

function Standing({ live, base, picture: { stop, isRouting, isOver, attempts } }: StandingProps) {
  const ended = stops[stop]
  if (ended) {
    return (
      <Badge tone={ended.tone} icon={ended.icon}>
        {ended.word}
      </Badge>
    )
  }
  if (isOver) return <Badge>ended early</Badge>
  return (
    <NowBadge log={live.log} base={base}>
      {isRouting || attempts.length === 0 ? 'choosing' : workText(attempts.at(-1))}
    </NowBadge>
  )
}

function workText(last: Attempt | undefined): string {
  if (last?.state === 'running') return `${last.loop} at work`
  return last?.state === 'judging' ? `${last.loop} being judged` : 'choosing the next'
}

type RowProps = {
  readonly session: string
  readonly attempt: Attempt
  readonly minConfidence: number
  readonly isShown: boolean
  readonly onShow: (() => void) | undefined
}

function AttemptRow({ session, attempt, minConfidence, isShown, onShow }: RowProps) {
  const { number, loop, why, isTaken, path, state, outcome } = attempt
  return (
    <li className={isTaken || state !== 'judged' ? '' : 'muted'}>
      <div className="row">
        <Icon name={number === 1 ? 'flag' : 'up'} small />
        <b className="m5">
          {number === 1 ? '' : 'then '}
          <StepLink session={session} path={outcome === null ? null : path} className="underline">
            {loop}
          </StepLink>
        </b>
        {isTaken && (
          <Tag tone="ok" icon="check">
            its answer is taken
          </Tag>
        )}
        <span className="sp" />
        {onShow && (
          <button type="button" className="btn mini" aria-pressed={isShown} onClick={onShow}>
            {isShown ? 'Shown below' : 'Show'}
          </button>
        )}
      </div>
      <p className="sm">
        <WithCode text={why} />
      </p>
      <Confidence session={session} attempt={attempt} minConfidence={minConfidence} />
    </li>
  )
}

type ConfidenceProps = Pick<RowProps, 'session' | 'attempt' | 'minConfidence'>

function Confidence({ session, attempt, minConfidence }: ConfidenceProps) {
  const { confidence, doubt, outcome, state, judgePath } = attempt
  if (state !== 'judged') {
    return (
      <p className="sm">
        <Tag tone={state === 'cut' ? 'wait' : 'acc'} icon={state === 'cut' ? 'half' : 'gyre'} spins={state !== 'cut'}>
          {words[state]}
        </Tag>
      </p>
    )
  }
  const isEnough = confidence !== null && confidence >= minConfidence && confidence > 0
  return (
    <p className="sm">
      <Tag tone={isEnough ? 'ok' : 'wait'} icon={isEnough ? 'check' : 'half'}>
        <StepLink session={session} path={judgePath}>
          confidence {(confidence ?? 0).toFixed(2)}
        </StepLink>
      </Tag>{' '}
      <span className="muted num">
        of {minConfidence.toFixed(2)} needed, {outcome}
      </span>
      {doubt !== '' && <span className="soft">. {doubt}</span>}
    </p>
  )
}

const words = { running: 'at work', judging: 'being judged', cut: 'cut short' } as const
