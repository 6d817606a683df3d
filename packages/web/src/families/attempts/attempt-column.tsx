/** One attempt: its score, its answer against the one before, what was learned, and how it went inside. */
import { type ReactNode, useId, useState } from 'react'
import { ChangedText } from '../../diff/changed-text.tsx'
import { likeness, textChanges } from '../../diff/text-changes.ts'
import { Badge, type Tone } from '../../ui/badge.tsx'
import { Button } from '../../ui/button.tsx'
import { duration } from '../../ui/format.ts'
import { Busy, type IconName } from '../../ui/icon.tsx'
import { LongText } from '../loop/long-text.tsx'
import { StepLink } from '../loop/step-link.tsx'
import type { Attempt, AttemptsPicture, Reflection } from './attempts-picture.ts'

type AttemptProps = {
  readonly attempt: Attempt
  readonly before: Attempt | undefined
  readonly picture: AttemptsPicture
  readonly session: string
  /** The view of the loop inside. */
  readonly inside: ReactNode
}

export function AttemptColumn({ attempt, before, picture, session, inside }: AttemptProps) {
  const { number, path, answer, verdict, reflection, isBest, ms, judgePath } = attempt
  const [isOpen, setIsOpen] = useState(false)
  const region = useId()
  return (
    <li className={`${isBest ? 'best' : ''} ${isOpen ? 'wide' : ''}`}>
      <div className="row wrap">
        <StepLink session={session} path={path}>
          <b>Attempt {number}</b>
        </StepLink>
        {ms > 0 && <span className="xs muted num">{duration(ms)}</span>}
        <span className="sp" />
        <ScoreBadge attempt={attempt} />
      </div>
      <AnswerOf attempt={attempt} before={before?.answer ?? null} />
      {verdict && verdict.reason !== '' && (
        <p className="sm soft">
          <StepLink session={session} path={judgePath}>
            {verdictWord(attempt)}
          </StepLink>
          {': '}
          <LongText text={verdict.reason} of={`the verdict on attempt ${number}`} />
        </p>
      )}
      {isBest && picture.stop !== null && answer !== null && <p className="sm soft">{whyBest(attempt, picture)}</p>}
      {reflection && <Learned reflection={reflection} session={session} />}
      <Button
        look="ghost"
        mini
        icon={isOpen ? 'down' : 'right'}
        aria-expanded={isOpen}
        aria-controls={region}
        onClick={() => setIsOpen(!isOpen)}
      >
        How it went: {picture.inner}
      </Button>
      <div id={region} hidden={!isOpen} className="attempt-inside">
        {isOpen && inside}
      </div>
    </li>
  )
}

function whyBest({ number }: Attempt, { attempts, keepsBest, stop }: AttemptsPicture): string {
  if (stop === 'satisfactory' && number === attempts.length) return 'Returned: the judge is satisfied.'
  if (!keepsBest) return 'Returned: it is the last one.'
  return number === attempts.length
    ? 'Returned: it scored best.'
    : 'Returned because it scored best, not because it came last.'
}

function verdictWord({ state, verdict }: Attempt): string {
  if (state === 'unjudged') return 'Not judged'
  return verdict?.isSatisfactory ? 'Satisfactory' : 'Unsatisfactory'
}

type Look = { readonly tone: Tone; readonly icon: IconName; readonly word: string }

const looks: Readonly<Record<Exclude<Attempt['state'], 'judged'>, Look>> = {
  running: { tone: 'acc', icon: 'gyre', word: 'under way' },
  judging: { tone: 'acc', icon: 'gyre', word: 'being judged' },
  unjudged: { tone: 'wait', icon: 'half', word: 'not judged' },
  failed: { tone: 'bad', icon: 'failed', word: 'failed' },
  'not-made': { tone: 'idle', icon: 'stop', word: 'not finished' },
}

/** From here on a score is nearly good. */
const nearlyGood = 7

function ScoreBadge({ attempt: { state, verdict } }: { readonly attempt: Attempt }) {
  if (state !== 'judged' || !verdict) {
    const { tone, icon, word } = looks[state === 'judged' ? 'unjudged' : state]
    return (
      <Badge square tone={tone} icon={icon} spins={icon === 'gyre'}>
        {word}
      </Badge>
    )
  }
  const { isSatisfactory, score } = verdict
  const tone = isSatisfactory ? 'ok' : score >= nearlyGood ? 'wait' : 'bad'
  const icon = isSatisfactory ? 'check' : score >= nearlyGood ? 'half' : 'x'
  return (
    <Badge square tone={tone} icon={icon}>
      <span className="num">{Number(score.toFixed(1))} of 10</span>
    </Badge>
  )
}

/** Texts that have less than this in common are shown as they are: a diff of them says nothing. */
const likeEnough = 0.3

function AnswerOf({ attempt, before }: { readonly attempt: Attempt; readonly before: string | null }) {
  const { answer, state, outcome, number } = attempt
  if (answer === null) {
    if (state === 'running') {
      return (
        <p className="acc sm" role="status">
          <Busy small /> works on it
        </p>
      )
    }
    return <p className="sm muted">No answer{outcome === '' ? '' : `: ${outcome}`}.</p>
  }
  const changes = before === null ? [] : textChanges(before, answer)
  const isDiff = before !== null && before !== answer && likeness(changes) >= likeEnough
  return (
    <div className="grid gap-1">
      {before !== null && <span className="xs muted">{changeText(before === answer, isDiff, number)}</span>}
      <div className="code">
        {isDiff ? (
          <ChangedText changes={changes} />
        ) : (
          <LongText text={answer} most={600} of={`the answer of attempt ${number}`} />
        )}
      </div>
    </div>
  )
}

function changeText(isSame: boolean, isDiff: boolean, number: number): string {
  if (isSame) return `The same answer as attempt ${number - 1}`
  return isDiff ? `What changed since attempt ${number - 1}` : `Another answer than attempt ${number - 1}`
}

function Learned({
  reflection: { path, state, text },
  session,
}: {
  readonly reflection: Reflection
  readonly session: string
}) {
  return (
    <blockquote className="quote">
      <StepLink session={session} path={path}>
        <span className="xs">What was learned</span>
      </StepLink>
      <br />
      {state === 'running' && (
        <span className="acc">
          <Busy small />{' '}
        </span>
      )}
      {state === 'failed' || state === 'not-made' ? (
        <span className="muted">No reflection came: {text}. The next attempt goes without it.</span>
      ) : (
        <LongText text={text} of="what was learned" />
      )}
    </blockquote>
  )
}
