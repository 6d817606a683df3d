/** The names around one as a picture. The list beside it tells the same. */
import {
  Controls,
  type Edge,
  Handle,
  MarkerType,
  type Node,
  type NodeProps,
  Position,
  ReactFlow,
  useReactFlow,
} from '@xyflow/react'
import { type CSSProperties, type FocusEvent, useMemo } from 'react'
import '@xyflow/react/dist/style.css'
import { flowOptions } from '../ui/flow-options.ts'
import type { Linked } from './graph-answer.ts'
import { nameGraph, nearest, nodeSize } from './graph-layout.ts'

type NameNode = Node<
  { readonly name: string; readonly isCentre: boolean; readonly onChoose: (name: string) => void },
  'name'
>

const nodeTypes = { name: DrawnName }

/** Links that lead back leave on the left and arrive on the right. */
const handles = [
  ['target', Position.Left, 'in'],
  ['source', Position.Left, 'back-out'],
  ['target', Position.Right, 'back-in'],
  ['source', Position.Right, 'out'],
] as const

function DrawnName({
  data: { name, isCentre, onChoose },
  positionAbsoluteX: x,
  positionAbsoluteY: y,
}: NodeProps<NameNode>) {
  const { setCenter, getZoom } = useReactFlow()
  const show = ({ target }: FocusEvent) => {
    // Who goes by keys sees what they are at; a press leaves the picture where it is.
    if (!target.matches(':focus-visible')) return
    void setCenter(x + nodeSize.width / 2, y + nodeSize.height / 2, { zoom: getZoom() })
  }
  return (
    <>
      {handles.map(([type, position, id]) => (
        <Handle key={id} id={id} type={type} position={position} isConnectable={false} />
      ))}
      <button
        type="button"
        className={`name-node nodrag nopan ${isCentre ? 'centre' : ''}`}
        title={name}
        aria-current={isCentre || undefined}
        onFocus={show}
        onClick={() => onChoose(name)}
      >
        {name}
      </button>
    </>
  )
}

/** Below it names cannot be read: what does not fit is moved into sight. */
const leastReadable = 0.85

type NameGraphProps = { readonly linked: Linked; readonly onChoose: (name: string) => void }

export function NameGraph({ linked, onChoose }: NameGraphProps) {
  const { nodes, links, height } = useMemo(() => nameGraph(linked.facts, linked.names), [linked])
  const near = useMemo(() => nearest(nodes, links), [nodes, links])
  const drawn = nodes.map(
    ({ key, name, isCentre, x, y }): NameNode => ({
      id: key,
      type: 'name',
      position: { x, y },
      data: { name, isCentre, onChoose },
      focusable: false,
    }),
  )
  const edges = links.map(
    ({ from, to, label, way }): Edge => ({
      id: `${from} ${to}`,
      sourceHandle: way === 'back' ? 'back-out' : 'out',
      targetHandle: way === 'ahead' ? 'in' : 'back-in',
      source: from,
      target: to,
      label,
      focusable: false,
      markerEnd: { type: MarkerType.ArrowClosed, color: 'var(--control)' },
      style: { stroke: 'var(--control)' },
      labelStyle: { fill: 'var(--ink-2)' },
      labelBgStyle: { fill: 'var(--surface)' },
    }),
  )
  return (
    <section
      className="name-graph"
      style={{ '--height': `${height}px` } as CSSProperties}
      aria-label="Names as a graph; the list tells the same"
    >
      <ReactFlow
        key={linked.names.join('\n')}
        nodes={drawn}
        edges={edges}
        nodeTypes={nodeTypes}
        proOptions={flowOptions}
        fitView
        fitViewOptions={{ nodes: [...near], minZoom: leastReadable, maxZoom: 1 }}
        minZoom={0.2}
        maxZoom={1.5}
        nodesConnectable={false}
        nodesDraggable={false}
        elementsSelectable={false}
        zoomOnScroll={false}
        preventScrolling={false}
      >
        <Controls orientation="horizontal" showInteractive={false} />
      </ReactFlow>
    </section>
  )
}
