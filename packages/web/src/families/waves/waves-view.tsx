/** Waves: the calls that were made side by side, why more were planned, and the plans that competed. */
import { Badge } from '../../ui/badge.tsx'
import { Card } from '../../ui/card.tsx'
import { plural } from '../../ui/format.ts'
import { Icon } from '../../ui/icon.tsx'
import { Empty } from '../../ui/states.tsx'
import { WithCode } from '../../ui/with-code.tsx'
import type { FamilyViewProps } from '../family-views.tsx'
import { loopSlice } from '../loop/loop-slice.ts'
import { NowBadge } from '../loop/now-badge.tsx'
import { PictureSwitch, useShown } from '../loop/picture-or-list.tsx'
import { ContestCard } from './contest-card.tsx'
import { WavesColumns } from './waves-columns.tsx'
import { WavesList } from './waves-list.tsx'
import { type WavesPicture, wavesPicture } from './waves-picture.ts'

export function WavesView({ live, base }: FamilyViewProps) {
  const { log } = live
  const [shown, onShow] = useShown()
  const picture = wavesPicture(loopSlice(log, base))
  const Waves = shown === 'picture' ? WavesColumns : WavesList
  return (
    <div className="grid gap-4">
      <Card
        title="Waves"
        sub={subtitle(picture)}
        actions={
          <span className="row">
            <Standing live={live} base={base} picture={picture} />
            <PictureSwitch shown={shown} onShow={onShow} picture="Columns" />
          </span>
        }
        flush
      >
        {picture.waves.length === 0 ? <NoWave picture={picture} /> : <Waves session={log.id} picture={picture} />}
        <Notes picture={picture} />
      </Card>
      {picture.contests.map((contest) => (
        <ContestCard key={contest.path} session={log.id} contest={contest} />
      ))}
    </div>
  )
}

function subtitle({ made, planned, plannerCalls }: WavesPicture): string {
  return `${made} of ${plural(planned, 'call')} made, ${plural(plannerCalls, 'planner call')}`
}

type StandingProps = Pick<FamilyViewProps, 'live' | 'base'> & { readonly picture: WavesPicture }

function Standing({ live, base, picture }: StandingProps) {
  const { current, mostWaves, waves, isAnswering, isOver } = picture
  const of = mostWaves === null ? '' : ` of ${mostWaves}`
  const done = waves.filter(({ state }) => state === 'done').length
  if (isOver) return <Badge>{`${done}${of} waves`}</Badge>
  return (
    <NowBadge log={live.log} base={base}>
      {current === null ? (isAnswering ? 'writes the answer' : `plans wave ${done + 1}${of}`) : `wave ${current}${of}`}
    </NowBadge>
  )
}

function NoWave({ picture: { stop, isOver } }: { readonly picture: WavesPicture }) {
  if (isOver) return <Empty title="No call was made">{stops[stop] ?? 'It ended before the first plan.'}</Empty>
  return <Empty title="No wave yet">The first plan is being made.</Empty>
}

const stops: Readonly<Record<string, string>> = {
  done: 'Nothing was left to find.',
  turns: 'The waves are used up.',
  unreadable: 'No plan could be read.',
  unanswered: 'Nobody said what only a person can know.',
  refused: 'A person did not agree to the plan.',
  emptied: 'A person took all calls out of the plan.',
  silent: 'The author said nothing.',
}

function Notes({ picture: { stop, outcome, gap, unusable, waves } }: { readonly picture: WavesPicture }) {
  const isEarly = waves.some(({ calls }) => calls.some(({ wasEarly }) => wasEarly))
  return (
    <div className="grid gap-2 px-3.5 pb-3.5 empty:hidden">
      {unusable.map((fault) => (
        <p key={fault} className="note wait">
          <Icon name="alert" />
          <span>A plan could not be used: {fault}</span>
        </p>
      ))}
      {isEarly && (
        <p className="note">
          <Icon name="bolt" />
          <span>Some calls began early. Only tools without effects do; the record is the same without it.</span>
        </p>
      )}
      {stop === '' && outcome !== '' && (
        <p className="note wait">
          <Icon name="half" />
          <span>Ended early: {outcome}. What was not begun is not made.</span>
        </p>
      )}
      {stop !== '' && stop !== 'done' && (
        <p className="note wait">
          <Icon name="half" />
          <span>
            Stopped: {stops[stop] ?? stop} <WithCode text={gap} />
          </span>
        </p>
      )}
    </div>
  )
}
