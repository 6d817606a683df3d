/** The waves as a list: each call with what it asked, needed and gave. */
import { Clock } from '../../session/clock.tsx'
import { Tag } from '../../ui/badge.tsx'
import { duration, plural } from '../../ui/format.ts'
import { oneLine } from '../../ui/one-line.ts'
import { WithCode } from '../../ui/with-code.tsx'
import { StepLink } from '../loop/step-link.tsx'
import { signOf } from './call-signs.ts'
import { Correction } from './waves-columns.tsx'
import type { WaveCall, WavesPicture } from './waves-picture.ts'

export function WavesList({ session, picture }: { readonly session: string; readonly picture: WavesPicture }) {
  return (
    <ol className="mxlist">
      {picture.waves.map(({ number, state, aim, correction, calls, ms }) => (
        <li key={number}>
          <h3 className="m5">
            {state === 'planned' ? 'Next' : `Wave ${number}`}
            <span className="sm muted num">
              {' '}
              {plural(calls.length, 'call')}
              {ms > 0 && `, ${duration(ms)}`}
            </span>
          </h3>
          {correction !== '' && <Correction text={correction} />}
          {aim !== '' && <p className="sm soft">{aim}</p>}
          <ul className="grid gap-2">
            {calls.map((call) => (
              <CallRow key={call.id} session={session} call={call} />
            ))}
          </ul>
        </li>
      ))}
    </ol>
  )
}

function CallRow({ session, call }: { readonly session: string; readonly call: WaveCall }) {
  const { id, tool, args, needs, said, state, startedAt, path } = call
  const { icon, tone, word } = signOf(call)
  return (
    <li className="wrap-anywhere">
      <StepLink session={session} path={path}>
        {id}: <code>{tool}</code>
      </StepLink>{' '}
      <Tag tone={tone} icon={icon} spins={state === 'running'}>
        {word}
      </Tag>{' '}
      {state === 'running' && <Clock since={startedAt} />}
      <div className="sm">{oneLine(args, 200)}</div>
      {needs.length > 0 && <div className="sm muted">needs {needs.join(', ')}</div>}
      {said !== '' && (
        <div className={`sm ${state === 'failed' ? 'bad' : 'soft'}`}>
          <WithCode text={oneLine(said, 240)} />
        </div>
      )}
    </li>
  )
}
