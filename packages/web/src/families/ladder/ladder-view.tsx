/** Self-ask: follow-ups as rungs, each with its answer and where that is from. */
import type { CSSProperties } from 'react'
import { Badge, Tag } from '../../ui/badge.tsx'
import { Card } from '../../ui/card.tsx'
import { duration, plural } from '../../ui/format.ts'
import { Busy } from '../../ui/icon.tsx'
import { Markdown } from '../../ui/markdown.tsx'
import type { FamilyViewProps } from '../family-views.tsx'
import { CallTag } from '../loop/call-tag.tsx'
import { LongText } from '../loop/long-text.tsx'
import { StepLink } from '../loop/step-link.tsx'
import { type AskTurn, type LadderEnd, type LadderPicture, ladderPicture, type Rung } from './ladder-picture.ts'

export function LadderView({ live, base }: FamilyViewProps) {
  const { log } = live
  const picture = ladderPicture(log, base)
  const { goal, turns, asked, answered, limit, end, isOver } = picture
  return (
    <Card
      title="Question ladder"
      sub={`${plural(asked, 'follow-up')} of at most ${limit}`}
      actions={
        <Badge tone={answered === asked && asked > 0 ? 'ok' : 'idle'}>{`${answered} of ${asked} answered`}</Badge>
      }
      flush
    >
      <ol className="ladder" aria-label="Question ladder">
        {goal !== '' && (
          <li>
            <span className="qn" aria-hidden="true">
              ?
            </span>
            <div>
              <b className="m5">{goal}</b>
            </div>
          </li>
        )}
        {turns.map((turn) => (
          <TurnRungs key={turn.path} turn={turn} session={log.id} isOver={isOver} />
        ))}
        {end && <EndRung end={end} picture={picture} session={log.id} />}
      </ol>
    </Card>
  )
}

/** Beyond this many a rung is set in no further. */
const deepest = 6

const setIn = (turn: number) => ({ '--d': Math.min(turn, deepest) }) as CSSProperties

type TurnRungsProps = { readonly turn: AskTurn; readonly session: string; readonly isOver: boolean }

function TurnRungs({ turn, session, isOver }: TurnRungsProps) {
  const { number, path, state, fault, rungs } = turn
  return (
    <>
      {fault !== null && (
        <li style={setIn(number)} className="left-out">
          <span className="qn" aria-hidden="true">
            ×
          </span>
          <div>
            <StepLink session={session} path={path}>
              {state === 'not-made' ? 'Not asked' : 'A reply that asked nothing'}
            </StepLink>
            <div className="an">{fault}</div>
          </div>
        </li>
      )}
      {rungs.map((rung) => (
        <RungItem key={rung.id} rung={rung} session={session} />
      ))}
      {state === 'running' && !isOver && (
        <li style={setIn(number)}>
          <span className="qn acc">
            <Busy small />
          </span>
          <div className="muted" role="status">
            {number === 1 ? 'Works out what to ask first' : 'Asks the next question, or answers'}
          </div>
        </li>
      )}
    </>
  )
}

const sources = { model: 'from the model itself', earlier: 'asked before, answered already', none: '', tool: '' }

function RungItem({ rung, session }: { readonly rung: Rung; readonly session: string }) {
  const { number, turn, question, state, answer, source, tool, ms, path } = rung
  const isOpen = state === 'running' || state === 'next' || state === 'waiting'
  return (
    <li style={setIn(turn)} className={number === null ? 'left-out' : ''} aria-current={isOpen ? 'step' : undefined}>
      <span className="qn num" aria-hidden="true">
        {number ?? '–'}
      </span>
      <div>
        <StepLink session={session} path={path} className="rung-question">
          {question}
        </StepLink>
        <div className={`an ${state === 'failed' ? 'bad' : ''}`}>
          {state !== 'done' && <CallTag state={state} isQuiet={answer !== ''} />}{' '}
          {answer !== '' && <LongText text={answer} most={240} of={`the answer to ${question}`} />}{' '}
          <span className="sm muted">
            {tool === null ? sources[source] : <code>{tool}</code>}
            {ms >= 100 && `, ${duration(ms)}`}
          </span>
        </div>
      </div>
    </li>
  )
}

const stops: Readonly<Record<string, string>> = {
  limit: 'Stopped asking: no follow-ups are left.',
  repeated: 'Stopped asking: the same question came again and again.',
  unreadable: 'Stopped asking: the replies could not be read.',
}

type EndRungProps = { readonly end: LadderEnd; readonly picture: LadderPicture; readonly session: string }

function EndRung({ end, picture: { stop, asked, limit }, session }: EndRungProps) {
  return (
    <li>
      <span className="qn end" aria-hidden="true">
        =
      </span>
      <div className="grid gap-1">
        <StepLink session={session} path={end.path === '' ? null : end.path}>
          So the final answer is
        </StepLink>
        {end.state === 'failed' || end.state === 'not-made' ? (
          <Tag tone="bad" icon="failed">
            {end.answer}
          </Tag>
        ) : (
          <Markdown text={end.answer} isStreaming={end.state === 'running'} />
        )}
        <p className="sm muted">
          {stop === null ? `${plural(asked, 'follow-up')} of at most ${limit}.` : (stops[stop] ?? `Stopped: ${stop}.`)}
        </p>
      </div>
    </li>
  )
}
