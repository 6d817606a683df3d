/** The claims of one round. */
import { ChangedText } from '../../diff/changed-text.tsx'
import { textChanges } from '../../diff/text-changes.ts'
import { Tag, type Tone } from '../../ui/badge.tsx'
import { plural } from '../../ui/format.ts'
import type { IconName } from '../../ui/icon.tsx'
import { CallTag } from '../loop/call-tag.tsx'
import { LongText } from '../loop/long-text.tsx'
import { inputText } from '../loop/made-call.ts'
import { StepLink } from '../loop/step-link.tsx'
import type { ClaimRow, ClaimState, CritiqueRound } from './claims-picture.ts'

type RoundProps = {
  readonly round: CritiqueRound
  readonly limit: number
  readonly session: string
  readonly isOver: boolean
}

export function RoundRows({ round, limit, session, isOver }: RoundProps) {
  const { number, path, claims, fault, isVerified, revision } = round
  return (
    <tbody>
      <tr className="round">
        <th scope="rowgroup" colSpan={4}>
          <span className="row wrap">
            <StepLink session={session} path={path}>
              Round {number} of {limit}
            </StepLink>
            <RoundTag round={round} isOver={isOver} />
            {claims.length > 0 && <span className="muted">{plural(claims.length, 'claim')}</span>}
            {revision && (
              <StepLink session={session} path={revision.path} className="sm">
                revision
              </StepLink>
            )}
          </span>
          {fault !== null && <span className="sm bad">Nothing came of it: {fault}.</span>}
          {isVerified && <span className="sm soft"> The judge found nothing left to check.</span>}
        </th>
      </tr>
      {claims.map((row) => (
        <ClaimCells key={row.id} row={row} session={session} />
      ))}
    </tbody>
  )
}

function RoundTag({ round, isOver }: Pick<RoundProps, 'round' | 'isOver'>) {
  const { state, claims, revision, fault, isVerified } = round
  if (fault !== null)
    return (
      <Tag tone="bad" icon="failed">
        not settled
      </Tag>
    )
  if (isVerified)
    return (
      <Tag tone="ok" icon="shield">
        verified
      </Tag>
    )
  const isChecking = claims.some((row) => row.state === 'checking')
  const word =
    state === 'running' ? 'finds claims' : isChecking ? 'checks' : revision?.state === 'running' ? 'revises' : null
  return word === null || isOver ? null : (
    <Tag tone="acc" icon="gyre" spins>
      {word}
    </Tag>
  )
}

type Look = { readonly tone: Tone; readonly icon: IconName; readonly word: string }

const looks: Readonly<Record<ClaimState, Look>> = {
  checking: { tone: 'acc', icon: 'gyre', word: 'being checked' },
  checked: { tone: 'acc', icon: 'gyre', word: 'checked' },
  holds: { tone: 'ok', icon: 'check', word: 'holds' },
  corrected: { tone: 'wait', icon: 'edit', word: 'corrected' },
  unchecked: { tone: 'idle', icon: 'ask', word: 'unchecked' },
  dropped: { tone: 'idle', icon: 'x', word: 'dropped' },
}

function ClaimCells({ row, session }: { readonly row: ClaimRow; readonly session: string }) {
  const { claim, state, check, isShared, why, corrected } = row
  const { tone, icon, word } = looks[state]
  return (
    <tr className={state === 'dropped' || state === 'unchecked' ? 'quiet' : ''}>
      <td>{corrected ? <ChangedText changes={textChanges(corrected.before, corrected.after)} /> : claim}</td>
      <td>
        {check ? (
          <StepLink session={session} path={check.path}>
            <code>{check.tool}</code> <span className="act-input">{inputText(check.input)}</span>
          </StepLink>
        ) : (
          <span className="muted">no check</span>
        )}
        {isShared && <div className="xs muted">the same call, made once</div>}
      </td>
      <td>
        {check && (
          <span className={`lane-found ${check.state}`}>
            <CallTag state={check.state} isQuiet={check.text !== ''} />
            {check.text !== '' && <LongText text={check.text} most={200} of={`what ${check.tool} found`} />}
          </span>
        )}
      </td>
      <td>
        <Tag tone={tone} icon={icon} spins={icon === 'gyre'}>
          {word}
        </Tag>
        {why !== '' && why !== check?.text && <div className="xs muted">{why}</div>}
      </td>
    </tr>
  )
}
