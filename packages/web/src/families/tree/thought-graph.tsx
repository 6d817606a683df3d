/** The tree drawn: the task on the left, each thought with its score, the winning path thick, what was left dashed. */
import {
  type Edge,
  Handle,
  type Node,
  type NodeProps,
  Position,
  ReactFlow,
  type ReactFlowInstance,
} from '@xyflow/react'
import { useMemo, useState } from 'react'
import { Button } from '../../ui/button.tsx'
import { flowOptions } from '../../ui/flow-options.ts'
import { Icon } from '../../ui/icon.tsx'
import { scoreText, thoughtLooks } from './thought-look.ts'
import { layoutOf, nodeSize, rootKey, shapeOf } from './tree-layout.ts'
import type { Thought, TreePicture } from './tree-picture.ts'

type GraphProps = {
  readonly picture: TreePicture
  readonly selected: string
  readonly onSelect: (key: string) => void
}

/** Never so small that it cannot be read: of a tree that is larger, a part is shown, and it can be moved. */
const fit = { padding: 0.05, maxZoom: 1, minZoom: 0.6 } as const

/** As high as the tree, within what fits on a page beside its list. */
const heights = { least: 200, most: 560 } as const

export function ThoughtGraph({ picture, selected, onSelect }: GraphProps) {
  const { thoughts, goal } = picture
  const [flow, setFlow] = useState<ReactFlowInstance<GraphNode>>()
  const shape = shapeOf(thoughts)
  const placed = useMemo(() => layoutOf(shape), [shape])
  const at = (key: string) => placed.places.get(key) ?? { x: 0, y: 0 }
  const nodes: GraphNode[] = [
    { id: rootKey, type: 'task', position: at(rootKey), data: { text: goal }, ...nodeSize },
    ...thoughts.map((thought): GraphNode => {
      const data = { thought, isSelected: thought.key === selected }
      return { id: thought.key, type: 'thought', position: at(thought.key), data, ...nodeSize }
    }),
    ...placed.columns.map((x, depth): GraphNode => {
      const data = { text: depth === 0 ? 'Goal' : `Depth ${depth}` }
      return { id: `depth ${depth}`, type: 'depth', position: { x, y: -28 }, data, width: nodeSize.width, height: 18 }
    }),
  ]
  const height = Math.min(heights.most, Math.max(heights.least, placed.height + 80))
  return (
    <>
      <figure className="tree-graph" style={{ height }} aria-label={labelOf(picture)}>
        <ReactFlow
          key={placed.columns.length}
          nodes={nodes}
          edges={thoughts.map(edgeTo)}
          nodeTypes={nodeTypes}
          proOptions={flowOptions}
          onInit={setFlow}
          onNodeClick={(_, { id, type }) => type === 'thought' && onSelect(id)}
          fitView
          fitViewOptions={fit}
          minZoom={0.2}
          maxZoom={1.6}
          nodesDraggable={false}
          nodesConnectable={false}
          nodesFocusable={false}
          edgesFocusable={false}
          elementsSelectable={false}
          zoomOnScroll={false}
          zoomOnDoubleClick={false}
          preventScrolling={false}
          disableKeyboardA11y
        />
      </figure>
      <p className="row justify-end px-2 pb-2">
        <Button look="ghost" mini onClick={() => void flow?.zoomIn()}>
          Larger
        </Button>
        <Button look="ghost" mini onClick={() => void flow?.zoomOut()}>
          Smaller
        </Button>
        <Button look="ghost" mini onClick={() => void flow?.fitView({ ...fit, minZoom: 0.2 })}>
          All of it
        </Button>
      </p>
    </>
  )
}

/** The numbers of the drawing; the list beside it has all the rest. */
function labelOf({ thoughts, pruned, merged, best }: TreePicture): string {
  const won = best ? ` The best is “${best.text}”, ${scoreText(best.score)} of 10.` : ''
  return `Tree of ${thoughts.length} thoughts, ${pruned} pruned, ${merged} merged.${won} The list says the same.`
}

type ThoughtNode = Node<{ readonly thought: Thought; readonly isSelected: boolean }, 'thought'>
type TextNode = Node<{ readonly text: string }, 'task' | 'depth'>
type GraphNode = ThoughtNode | TextNode

function edgeTo({ key, parent, state, isOnPath }: Thought): Edge {
  const isLeft = state === 'pruned' || state === 'dead' || state === 'merged'
  const className = isOnPath ? 'tedge win' : isLeft ? 'tedge left' : 'tedge'
  return { id: key, source: parent ?? rootKey, target: key, className, zIndex: isOnPath ? 1 : 0 }
}

function ThoughtBox({ data: { thought, isSelected } }: NodeProps<ThoughtNode>) {
  const { text, score, state, why, isOnPath } = thought
  const { word } = thoughtLooks[state]
  return (
    <div className={`tnode ${state} ${isOnPath ? 'win' : ''} ${isSelected ? 'on' : ''}`} title={text}>
      <Handle type="target" position={Position.Left} isConnectable={false} />
      <span className="row">
        <b className="trunc">{text}</b>
        <span className="sp" />
        <span className="num">{scoreText(score)}</span>
      </span>
      <span className="row">
        <span className="trunc xs">
          {state === 'kept' || state === 'answer' ? why || word : `${word}${why === '' ? '' : `: ${why}`}`}
        </span>
        <span className="sp" />
        {score !== null && (
          <span className="tbar">
            <i style={{ width: `${score * 10}%` }} />
          </span>
        )}
      </span>
      {(state === 'pruned' || state === 'dead') && <Icon name="x" small className="tcross" />}
      <Handle type="source" position={Position.Right} isConnectable={false} />
    </div>
  )
}

function TaskBox({ data: { text } }: NodeProps<TextNode>) {
  return (
    <div className="tnode task" title={text}>
      <b className="two-lines">{text || 'The task'}</b>
      <Handle type="source" position={Position.Right} isConnectable={false} />
    </div>
  )
}

function DepthLabel({ data: { text } }: NodeProps<TextNode>) {
  return <span className="xs muted">{text}</span>
}

const nodeTypes = { thought: ThoughtBox, task: TaskBox, depth: DepthLabel }
