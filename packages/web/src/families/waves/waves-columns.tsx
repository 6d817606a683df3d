/** Each wave a column, its calls below each other: those of one column were made side by side. */
import { Clock } from '../../session/clock.tsx'
import { duration, plural } from '../../ui/format.ts'
import { Icon } from '../../ui/icon.tsx'
import { oneLine } from '../../ui/one-line.ts'
import { Sideways } from '../../ui/sideways.tsx'
import { WithCode } from '../../ui/with-code.tsx'
import { StepLink } from '../loop/step-link.tsx'
import { signOf } from './call-signs.ts'
import type { Wave, WaveCall, WavesPicture } from './waves-picture.ts'

type WavesProps = { readonly session: string; readonly picture: WavesPicture }

export function WavesColumns({ session, picture: { waves, answerPath, isAnswering } }: WavesProps) {
  return (
    <Sideways className="waves" label="Waves, oldest first">
      {waves.map((wave) => (
        <Column key={wave.number} session={session} wave={wave} />
      ))}
      {answerPath !== null && (
        <div className="wv">
          <h3>
            <b>Answer</b>
          </h3>
          <div className={`ps ${isAnswering ? 'now' : 'done'}`}>
            <div className="h">
              <Icon name={isAnswering ? 'gyre' : 'check'} small spins={isAnswering} />
              <StepLink session={session} path={answerPath}>
                {isAnswering ? 'being written' : 'written'}
              </StepLink>
            </div>
          </div>
        </div>
      )}
    </Sideways>
  )
}

function Column({ session, wave }: { readonly session: string; readonly wave: Wave }) {
  const { number, aim, correction, calls, ms, state } = wave
  const spent = ms > 0 ? `, ${duration(ms)}` : ''
  return (
    <div className="wv">
      <h3>
        <b>{state === 'planned' ? 'Next' : `Wave ${number}`}</b>
        {`${plural(calls.length, 'call')}${spent}`}
      </h3>
      {correction !== '' && <Correction text={correction} />}
      {aim !== '' && <p className="sm soft">{aim}</p>}
      <ul className="grid gap-2">
        {calls.map((call) => (
          <CallCard key={call.id} session={session} call={call} />
        ))}
      </ul>
    </div>
  )
}

/** Why a wave was planned once more: before anything else about it. */
export function Correction({ text }: { readonly text: string }) {
  return (
    <p className="sm wait wrap-anywhere">
      <Icon name="replay" small /> Planned again: <WithCode text={text} />
    </p>
  )
}

function CallCard({ session, call }: { readonly session: string; readonly call: WaveCall }) {
  const { id, tool, args, needs, state, said, wasEarly, path } = call
  const { icon, tone, word, box } = signOf(call)
  return (
    <li className={`ps ${box}`}>
      <div className="h">
        <span className={tone === 'idle' ? 'muted' : tone}>
          <Icon name={icon} small spins={state === 'running'} /> {word}
        </span>
        {state === 'running' && <Clock since={call.startedAt} />}
      </div>
      <StepLink session={session} path={path} className="min-w-0 wrap-anywhere">
        <code>{tool}</code>
      </StepLink>
      {args !== '' && <div className="sm wrap-anywhere">{oneLine(args, 120)}</div>}
      {said !== '' && (
        <div className={`sm wrap-anywhere ${state === 'failed' ? 'bad' : ''}`}>
          <Icon name="arrow" small /> <WithCode text={oneLine(said, 140)} />
        </div>
      )}
      <div className="f xs">
        <span>{id}</span>
        {needs.length > 0 && <span>needs {needs.join(', ')}</span>}
        {wasEarly && <span>began early</span>}
      </div>
    </li>
  )
}
