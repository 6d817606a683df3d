/** Reflexion: attempts side by side, with what was learned between them. */
import { Suspense } from 'react'
import { Badge } from '../../ui/badge.tsx'
import { Card } from '../../ui/card.tsx'
import { plural } from '../../ui/format.ts'
import { Empty, Skeleton } from '../../ui/states.tsx'
import type { OuterViewProps } from '../family-views.tsx'
import { WrapUpNote } from '../loop/wrap-up-note.tsx'
import { AttemptColumn } from './attempt-column.tsx'
import { type AttemptsPicture, attemptsPicture } from './attempts-picture.ts'

export function AttemptsView({ live, base, viewOf }: OuterViewProps) {
  const picture = attemptsPicture(live.log, base)
  const { attempts, best, judgeTool, inner, isOver } = picture
  const judge = judgeTool === '' ? 'a model judges' : `judged by the tool ${judgeTool}`
  return (
    <Card
      title="Attempts side by side"
      sub={`${attemptText(picture)}, ${judge}`}
      actions={
        best !== null && <Badge tone="ok" icon="done">{`${isOver ? 'best' : 'best so far'}: attempt ${best}`}</Badge>
      }
      flush
    >
      {attempts.length === 0 ? (
        <Empty icon="replay" title="No attempt yet">
          {isOver ? 'The session ended before the first one.' : 'The first one begins.'}
        </Empty>
      ) : (
        <ol className="attempts" aria-label="Attempts">
          {attempts.map((attempt, index) => (
            <AttemptColumn
              key={attempt.path}
              attempt={attempt}
              before={attempts[index - 1]}
              picture={picture}
              session={live.log.id}
              inside={<Inside live={live} loop={inner} base={`${attempt.path}/${inner}/`} viewOf={viewOf} />}
            />
          ))}
        </ol>
      )}
      <WrapUpNote log={live.log} base={base} />
    </Card>
  )
}

function Inside({ viewOf, ...props }: OuterViewProps) {
  const View = viewOf(props.loop)
  return (
    <Suspense fallback={<Skeleton />}>
      <View {...props} />
    </Suspense>
  )
}

function attemptText({ attempts, limit, isOver }: AttemptsPicture): string {
  if (attempts.length === 0) return `${plural(limit, 'attempt')} at most`
  return isOver ? `${attempts.length} of ${plural(limit, 'attempt')}` : `attempt ${attempts.length} of ${limit}`
}
