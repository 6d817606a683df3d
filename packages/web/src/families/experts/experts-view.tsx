/** Experts: who said what to which question, what the gaps led to, and why it stopped. */
import type { SessionLog } from '../../session/session-log.ts'
import { Badge } from '../../ui/badge.tsx'
import { Card } from '../../ui/card.tsx'
import { plural, shortCount } from '../../ui/format.ts'
import { Icon } from '../../ui/icon.tsx'
import { Empty } from '../../ui/states.tsx'
import type { FamilyViewProps } from '../family-views.tsx'
import { loopSlice } from '../loop/loop-slice.ts'
import { NowBadge } from '../loop/now-badge.tsx'
import { PictureSwitch, useShown } from '../loop/picture-or-list.tsx'
import { RuleList } from '../loop/rule-list.tsx'
import { ExpertsList } from './experts-list.tsx'
import { type ExpertsPicture, expertsPicture } from './experts-picture.ts'
import { ExpertsTable } from './experts-table.tsx'
import { GapsCard } from './gaps-card.tsx'
import { stopRules } from './stop-rules.ts'

export function ExpertsView({ live, base }: FamilyViewProps) {
  const { log } = live
  const picture = expertsPicture(loopSlice(log, base))
  return (
    <div className="grid gap-4">
      <MatrixCard log={log} base={base} picture={picture} />
      <div className="cols c2">
        <GapsCard session={log.id} picture={picture} />
        <WhyCard picture={picture} />
      </div>
    </div>
  )
}

type PictureProps = { readonly session: string; readonly picture: ExpertsPicture }

type MatrixProps = { readonly log: SessionLog; readonly base: string; readonly picture: ExpertsPicture }

function MatrixCard({ log, base, picture }: MatrixProps) {
  const [shown, onShow] = useShown()
  const { matrix, remarks, doing } = picture
  const isEmpty = matrix.rows.length === 0
  return (
    <Card
      title="Experts and merger"
      sub={<Progress picture={picture} />}
      actions={
        <span className="row wrap">
          {doing !== '' && (
            <NowBadge log={log} base={base}>
              {doing}
            </NowBadge>
          )}
          <Counts picture={picture} />
          <PictureSwitch shown={shown} onShow={onShow} picture="Matrix" />
        </span>
      }
      flush
    >
      {isEmpty ? (
        <Empty title="No task yet">
          {picture.stop === '' ? 'The plan is being made.' : 'No task was carried out.'}
        </Empty>
      ) : (
        <Shown session={log.id} picture={picture} isTable={shown === 'picture'} />
      )}
      <ul className="grid gap-2 px-3.5 py-3 empty:hidden">
        {remarks.map((remark) => (
          <li key={remark} className="note wait">
            <Icon name="alert" />
            <span>{remark}</span>
          </li>
        ))}
      </ul>
    </Card>
  )
}

function Shown({ session, picture, isTable }: PictureProps & { readonly isTable: boolean }) {
  if (isTable) return <ExpertsTable session={session} picture={picture} />
  return <ExpertsList session={session} matrix={picture.matrix} />
}

function Progress({ picture: { round, mostRounds, tokens, tokenGuard } }: { readonly picture: ExpertsPicture }) {
  const guard = tokenGuard === null ? '' : ` of ${shortCount(tokenGuard)}`
  return (
    <span className="num">
      round {round} of {mostRounds}, {shortCount(tokens)}
      {guard} tokens guarded
    </span>
  )
}

function Counts({ picture: { matrix, contradictions, gaps } }: { readonly picture: ExpertsPicture }) {
  const agree = matrix.rows.filter(({ kept }) => kept === 'agree').length
  const kept = matrix.rows.filter((row) => row.kept === 'kept').length
  const open = gaps.filter(({ fate }, at) => fate === 'still open' && at === gaps.length - 1).length
  return (
    <span className="row">
      {agree > 0 && (
        <Badge square tone="ok" icon="check">
          {agree} agree
        </Badge>
      )}
      {kept > 0 && (
        <Badge square tone="ok" icon="check">
          {kept} kept
        </Badge>
      )}
      {contradictions.length > 0 && (
        <Badge square tone="bad" icon="alert">
          {plural(contradictions.length, 'contradiction')}
        </Badge>
      )}
      {open > 0 && (
        <Badge square tone="wait" icon="half">
          gap open
        </Badge>
      )}
    </span>
  )
}

function WhyCard({ picture }: { readonly picture: ExpertsPicture }) {
  const { outcome } = picture
  const isOver = outcome !== ''
  return (
    <Card title={isOver ? 'Why it stopped' : 'What would stop it'} sub={isOver ? outcome : 'in this order'}>
      <RuleList label="Checks, in their order" rules={stopRules(picture)} />
    </Card>
  )
}
