/** One turn: its thought, its actions side by side, what each gave; and that the loop went back after it. */
import { Tag } from '../../ui/badge.tsx'
import { duration } from '../../ui/format.ts'
import { Busy, Icon } from '../../ui/icon.tsx'
import { CallTag } from '../loop/call-tag.tsx'
import { LongText } from '../loop/long-text.tsx'
import { inputText, type MadeCall } from '../loop/made-call.ts'
import { StepLink } from '../loop/step-link.tsx'
import type { Turn, WentBack } from './lanes-picture.ts'

type TurnProps = { readonly turn: Turn; readonly session: string }

export function TurnRows({ turn, session }: TurnProps) {
  const { calls } = turn
  const isUnmade = calls.length > 0 && calls.every(({ state }) => state === 'refused' || state === 'not-made')
  const rows = Math.max(1, calls.length)
  const quiet = turn.isDropped || isUnmade || turn.state === 'not-made' ? 'left-out' : ''
  return (
    <>
      <tr className={quiet}>
        <th scope="row" rowSpan={rows}>
          <StepLink session={session} path={turn.path} className="lane-number">
            <span className="lane-word">Turn </span>
            {turn.number}
          </StepLink>
        </th>
        <td rowSpan={rows} className="lane-thought">
          <ThoughtCell turn={turn} />
        </td>
        {calls.length === 0 ? (
          <AnswerCells turn={turn} session={session} />
        ) : (
          <CallCells call={calls[0]} session={session} />
        )}
      </tr>
      {calls.slice(1).map((call) => (
        <tr key={call.path} className={`lane-more ${quiet}`}>
          <CallCells call={call} session={session} />
        </tr>
      ))}
      {turn.wentBack && <BackRow wentBack={turn.wentBack} session={session} />}
    </>
  )
}

const lastWords = {
  turn: '',
  forced: 'No turns are left: asked to answer now.',
  'wrap-up': 'Wraps up: asked to answer now.',
}

function ThoughtCell({ turn: { state, thought, fault, kind, number, isDropped } }: { readonly turn: Turn }) {
  return (
    <div className="grid gap-1">
      {kind !== 'turn' && (
        <Tag tone="wait" icon="half">
          {lastWords[kind]}
        </Tag>
      )}
      {thought !== '' && <LongText text={thought} of={`the thought of turn ${number}`} />}
      {state === 'running' && (
        <span className="acc" role="status">
          <Busy small />
          <span className={thought === '' ? 'sm' : 'vh'}> decides what to do next</span>
        </span>
      )}
      {fault !== null && (
        <Tag tone={state === 'not-made' ? 'idle' : 'bad'} icon={state === 'not-made' ? 'stop' : 'failed'}>
          {state === 'not-made' ? `Not made: ${fault}` : fault}
        </Tag>
      )}
      {isDropped && <span className="sm muted">Taken out of the conversation.</span>}
      {thought === '' && fault === null && state === 'finished' && <span className="muted">no thought told</span>}
    </div>
  )
}

function AnswerCells({ turn: { answer, number, path }, session }: TurnProps) {
  if (answer === null) {
    return (
      <>
        <td />
        <td />
      </>
    )
  }
  return (
    <>
      <td>
        <StepLink session={session} path={path} className="act">
          <b className="ok">
            <Icon name="flag" small /> Answer
          </b>
        </StepLink>
      </td>
      <td>
        <LongText text={answer} most={600} of={`the answer of turn ${number}`} />
      </td>
    </>
  )
}

type CallProps = { readonly call: MadeCall | undefined; readonly session: string }

function CallCells({ call, session }: CallProps) {
  if (!call) return null
  const { tool, input, state, text, ms, isStandIn, path } = call
  const hasStep = state !== 'next' && state !== 'waiting'
  return (
    <>
      <td>
        <StepLink session={session} path={hasStep ? path : null} className="act">
          <code>{tool}</code> <span className="act-input">{inputText(input)}</span>
        </StepLink>
      </td>
      <td>
        <span className={`lane-found ${state}`}>
          <CallTag state={state} isQuiet={text !== ''} />
          {text !== '' && <LongText text={text} of={`what ${tool} gave`} />}
        </span>
        {(ms >= 1000 || isStandIn) && (
          <span className="xs muted num"> {isStandIn ? 'from the session this is a fork of' : duration(ms)}</span>
        )}
      </td>
    </>
  )
}

type BackProps = { readonly wentBack: WentBack; readonly session: string }

function BackRow({ wentBack: { path, state, summary }, session }: BackProps) {
  return (
    <tr>
      <td colSpan={4} className="lane-back">
        <span className="tag hold">
          {state === 'running' ? <Busy small /> : <Icon name="replay" small />}
          <StepLink session={session} path={path}>
            Went back
          </StepLink>
        </span>{' '}
        {state === 'failed'
          ? 'No summary came: the failed calls are listed to the model instead. '
          : 'What was learned: '}
        <LongText text={summary} of="what was learned" />
      </td>
    </tr>
  )
}
