/** ReAct: one row for each turn, with lanes for what was thought, done and observed. */
import { useState } from 'react'
import { Badge, Tag } from '../../ui/badge.tsx'
import { Button } from '../../ui/button.tsx'
import { Card } from '../../ui/card.tsx'
import { plural } from '../../ui/format.ts'
import { Icon } from '../../ui/icon.tsx'
import { Empty } from '../../ui/states.tsx'
import type { FamilyViewProps } from '../family-views.tsx'
import { type LanesPicture, lanesPicture } from './lanes-picture.ts'
import { TurnRows } from './turn-rows.tsx'

/** A loop may have very many turns: the last ones are what one looks for. */
const shownAtOnce = 100

export function LanesView({ live, base }: FamilyViewProps) {
  const { log } = live
  const picture = lanesPicture(log, base)
  const [shown, setShown] = useState(shownAtOnce)
  const { turns } = picture
  const hidden = Math.max(0, turns.length - shown)
  return (
    <Card title="Thought, action, observation" sub={turnText(picture)} actions={<CallCounts {...picture} />} flush>
      {turns.length === 0 ? (
        <Empty icon="think" title="No turn yet">
          {picture.isOver ? 'The session ended before the first one.' : 'The first thought is on its way.'}
        </Empty>
      ) : (
        <>
          {hidden > 0 && (
            <p className="row justify-center p-2">
              <Button mini onClick={() => setShown(shown + shownAtOnce)}>
                Show {Math.min(hidden, shownAtOnce)} earlier of {hidden}
              </Button>
            </p>
          )}
          <table className="lane-rows">
            <thead>
              <tr>
                <th scope="col">
                  <span className="vh">Turn</span>
                </th>
                <th scope="col">
                  <Icon name="think" small className="acc" /> Thought
                </th>
                <th scope="col">
                  <Icon name="tool" small className="lane-tool" /> Action
                </th>
                <th scope="col">
                  <Icon name="eye" small /> Observation
                </th>
              </tr>
            </thead>
            <tbody>
              {turns.slice(hidden).map((turn) => (
                <TurnRows key={turn.path} turn={turn} session={log.id} />
              ))}
            </tbody>
          </table>
        </>
      )}
    </Card>
  )
}

function turnText({ turn, limit, isOver }: LanesPicture): string {
  if (turn === 0) return `${plural(limit, 'turn')} at most`
  return isOver ? `${turn} of ${plural(limit, 'turn')}` : `turn ${turn} of ${limit}`
}

function CallCounts({ made, failed, notMade }: LanesPicture) {
  return (
    <span className="row wrap num">
      <Badge>{plural(made, 'call')}</Badge>
      {failed > 0 && (
        <Tag tone="bad" icon="failed">
          {failed} failed
        </Tag>
      )}
      {notMade > 0 && <Tag icon="parallel">{notMade} not made</Tag>}
    </span>
  )
}
