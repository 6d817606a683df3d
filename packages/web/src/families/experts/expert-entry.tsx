/** What one expert said: how sure it is, one sentence, and what became of it. */
import { Tag } from '../../ui/badge.tsx'
import { oneLine } from '../../ui/one-line.ts'
import { StepLink } from '../loop/step-link.tsx'
import { stateSigns, sureness } from './expert-signs.ts'
import type { Confidence } from './expert-words.ts'
import type { MatrixEntry } from './experts-matrix.ts'

type EntryProps = { readonly session: string; readonly entry: MatrixEntry }

export function ExpertEntry({ session, entry }: EntryProps) {
  const { id, round, state, said, confidence, gaps, supersededBy, path, outcome } = entry
  const isCutShort = state === 'answered' && outcome !== '' && outcome !== 'answered'
  return (
    <div className={supersededBy === null ? '' : 'dropd'}>
      {state === 'answered' ? <Sureness confidence={confidence} /> : <StateTag state={state} />}
      {said !== '' && <p className="wrap-anywhere">{oneLine(said)}</p>}
      {gaps !== '' && <p className="wait wrap-anywhere">lacks: {oneLine(gaps, 120)}</p>}
      <span className="xs muted">
        <StepLink session={session} path={path} className="underline">
          task {id}, round {round}
        </StepLink>
        {isCutShort && `, ended early: ${outcome}`}
        {state === 'nothing' && outcome !== '' && `, ${outcome}`}
        {supersededBy !== null && `, dropped: task ${supersededBy} took its place`}
      </span>
    </div>
  )
}

function StateTag({ state }: { readonly state: keyof typeof stateSigns }) {
  const { word, tone, icon } = stateSigns[state]
  return (
    <Tag tone={tone} icon={icon} spins={icon === 'gyre'}>
      {word}
    </Tag>
  )
}

function Sureness({ confidence }: { readonly confidence: Confidence | null }) {
  if (confidence === null) return <div className="cf muted">says not how sure</div>
  const { pips, tone } = sureness[confidence]
  return (
    <div className={`cf ${tone}`}>
      <span className="pips" aria-hidden="true">
        {[1, 2, 3].map((pip) => (
          <i key={pip} className={pip <= pips ? 'f' : ''} />
        ))}
      </span>
      {confidence}
    </div>
  )
}
