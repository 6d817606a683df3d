/** What is other in a version of a plan: why first, then the lines. */
import { Link } from '@tanstack/react-router'
import { ChangedPieces } from '../../diff/changed-text.tsx'
import { DiffLine, DiffLines } from '../../diff/diff-lines.tsx'
import { Badge } from '../../ui/badge.tsx'
import { Icon } from '../../ui/icon.tsx'
import { type DifferenceLine, differenceOf } from './plan-difference.ts'
import type { PlanVersion } from './plan-fold.ts'
import { type ChangeReason, reasonWord } from './plan-reason.ts'

type PlanChangeProps = { readonly session: string; readonly before: PlanVersion; readonly after: PlanVersion }

export function PlanChange({ session, before, after }: PlanChangeProps) {
  return (
    <div className="in grid gap-2.5 border-t border-line">
      <div className="row wrap sm">
        <h3 className="m5 text-[13px]">What changed in v{after.number}</h3>
        <Badge square>v{before.number}</Badge>
        <Icon name="arrow" small />
        <Badge square tone="hold">
          v{after.number}
        </Badge>
        {after.reason && <Why session={session} reason={after.reason} />}
      </div>
      <Difference lines={differenceOf(before.steps, after.steps)} />
    </div>
  )
}

function Why({ session, reason }: { readonly session: string; readonly reason: ChangeReason }) {
  const { path, text, by } = reason
  return (
    <span className="soft wrap-anywhere">
      Reason: {reasonWord(reason)}
      {by !== undefined && ` (${by})`}
      {path !== undefined && (
        <>
          {' at '}
          <Link to="/sessions/$session/steps" params={{ session }} search={{ step: path }}>
            {path.split('/').at(-1)}
          </Link>
        </>
      )}
      {text === '' ? '.' : `. “${text}”`}
    </span>
  )
}

function Difference({ lines }: { readonly lines: readonly DifferenceLine[] }) {
  return (
    <DiffLines label="Difference of the plans">
      {lines.map(({ kind, key, pieces }) => (
        <DiffLine key={key} kind={kind}>
          <ChangedPieces changes={pieces} />
        </DiffLine>
      ))}
    </DiffLines>
  )
}
