/** Tree of thoughts: drawn, and as a list that says the same. */
import { lazy, Suspense, useState } from 'react'
import { useMay } from '../../api/me.ts'
import { Badge, Tag } from '../../ui/badge.tsx'
import { Card } from '../../ui/card.tsx'
import { plural } from '../../ui/format.ts'
import { Busy, Icon } from '../../ui/icon.tsx'
import { Empty, Skeleton } from '../../ui/states.tsx'
import type { FamilyViewProps } from '../family-views.tsx'
import { WrapUpNote } from '../loop/wrap-up-note.tsx'
import { ExploreThought } from './explore-thought.tsx'
import { ThoughtDetails } from './thought-details.tsx'
import { ThoughtList } from './thought-list.tsx'
import { scoreText } from './thought-look.ts'
import { type Thought, type TreePicture, treePicture } from './tree-picture.ts'
import './tree.css'

const ThoughtGraph = lazy(async () => ({ default: (await import('./thought-graph.tsx')).ThoughtGraph }))

export function TreeView({ live, base }: FamilyViewProps) {
  const { log } = live
  const mayFork = useMay('user')
  const picture = treePicture(log, base)
  const [chosen, setChosen] = useState<string>()
  const [explored, setExplored] = useState<Thought>()
  const { thoughts, best } = picture
  const selected = thoughts.find(({ key }) => key === chosen) ?? best ?? thoughts[0]
  if (!selected) return <Nothing isOver={picture.isOver} />
  return (
    <div className="tree-box">
      <div className="cols tree-cols">
        <Card title="Tree" sub={<Figures picture={picture} />} actions={<Legend />} flush>
          <Suspense fallback={<Skeleton lines={6} />}>
            <ThoughtGraph picture={picture} selected={selected.key} onSelect={setChosen} />
          </Suspense>
          <BestLine picture={picture} />
          <WrapUpNote log={log} base={base} />
        </Card>
        <Card title="List" sub="arrow keys, type to find" className="twin" flush>
          <ThoughtList
            thoughts={thoughts}
            selected={selected.key}
            onSelect={setChosen}
            {...(mayFork && { onExplore: setExplored })}
          />
          <ThoughtDetails thought={selected} thoughts={thoughts} session={log.id} onExplore={setExplored} />
        </Card>
      </div>
      {explored && (
        <ExploreThought
          key={explored.key}
          thought={explored}
          thoughts={thoughts}
          session={log.id}
          onClose={() => setExplored(undefined)}
        />
      )}
    </div>
  )
}

function Nothing({ isOver }: { readonly isOver: boolean }) {
  return (
    <Card title="Tree">
      <Empty icon="plan" title="No thought yet">
        {isOver ? 'The session ended before the first one.' : 'The first thoughts are on their way.'}
      </Empty>
    </Card>
  )
}

/** What one looks for first: how far it is, what was left, what it took. */
function Figures({ picture }: { readonly picture: TreePicture }) {
  const { search, shape, depth, thoughts, pruned, merged, dead, calls } = picture
  const beam = search === 'beam' ? `, beam ${shape.beam}` : ''
  return (
    <span className="num">
      {search}
      {beam}, depth {depth} of {shape.maxDepth}, {plural(thoughts.length, 'thought')}, {pruned} pruned, {merged} merged
      {dead > 0 && `, ${dead} dead`}, {plural(calls.thoughts + calls.scores, 'call')} ({calls.thoughts} to think,{' '}
      {calls.scores} to judge)
    </span>
  )
}

function Legend() {
  return (
    <span className="legend desk">
      <span>
        <i className="tline win" /> {'winning path'}
      </span>
      <span>
        <i className="tline" /> {'pruned'}
      </span>
    </span>
  )
}

function BestLine({ picture: { best, isOver, unplaced, gap } }: { readonly picture: TreePicture }) {
  const hasWon = isOver && best?.state === 'answer'
  return (
    <div className="tree-best">
      {best && (
        <p className="row wrap">
          <span className={hasWon ? 'ok' : 'acc'}>
            <Icon name={hasWon ? 'done' : 'flag'} />
          </span>
          <b className="wrap-anywhere">{best.text}</b>
          <span className="sm muted num">
            {hasWon ? 'won' : isOver ? 'the best thought' : 'best so far'}: {scoreText(best.score) || 'no score'} of 10
            at depth {best.depth}
          </span>
        </p>
      )}
      {!isOver && (
        <p className="row sm acc" role="status">
          <Busy small /> {unplaced > 0 ? `${plural(unplaced, 'thought')} under way` : 'goes on'}
        </p>
      )}
      {!best && isOver && <Badge tone="bad">no thought was kept</Badge>}
      {gap !== null && (
        <Tag tone="wait" icon="half">
          {gap}
        </Tag>
      )}
    </div>
  )
}
