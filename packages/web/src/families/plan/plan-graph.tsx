/** A plan as a graph: its steps, and lines from what each needs. The list beside it tells the same. */
import { type Edge, Handle, type Node, type NodeProps, Position, ReactFlow } from '@xyflow/react'
import { useMemo, useState } from 'react'
import './plan-graph.css'
import { flowOptions } from '../../ui/flow-options.ts'
import { graphLayout, nodeSize } from './plan-graph-layout.ts'
import { PlanStepCard, type StepCardProps } from './plan-step-card.tsx'
import { relativesOf } from './plan-waves.ts'
import type { PlanDrawingProps } from './plan-waves-view.tsx'

type StepNode = Node<StepCardProps & Record<string, unknown>, 'step'>

const nodeTypes = { step: DrawnNode }

function DrawnNode({ data }: NodeProps<StepNode>) {
  return (
    <div className="nodrag nopan" style={{ width: nodeSize.width }}>
      <Handle type="target" position={Position.Left} isConnectable={false} />
      <PlanStepCard {...data} />
      <Handle type="source" position={Position.Right} isConnectable={false} />
    </div>
  )
}

export function PlanGraph({ steps, version, chosen, onChoose }: PlanDrawingProps) {
  const [lit, setLit] = useState<string>()
  const shape = steps.map(({ key, needs }) => `${key} ${needs.join(' ')}`).join('\n')
  // biome-ignore lint/correctness/useExhaustiveDependencies: where steps stand depends on their needs alone.
  const layout = useMemo(() => graphLayout(steps), [shape])
  const related = lit === undefined ? new Set<string>() : relativesOf(steps, lit)
  const nodes = layout.places.flatMap(({ key, x, y }): StepNode[] => {
    const step = steps.find((each) => each.key === key)
    if (!step) return []
    const data: StepCardProps = {
      step,
      version,
      isLit: related.has(step.id),
      isChosen: chosen === key,
      onChoose: () => onChoose(chosen === key ? undefined : key),
      onLight: (isLit) => setLit(isLit ? step.id : undefined),
    }
    return [{ id: key, type: 'step', position: { x, y }, data: { ...data }, focusable: false, draggable: false }]
  })
  const edges = layout.needs.map(
    ({ from, to }): Edge => ({ id: `${from} > ${to}`, source: from, target: to, focusable: false }),
  )
  return (
    <section className="plan-graph" aria-label="Plan as a graph; the list tells the same">
      <ReactFlow
        nodes={nodes}
        edges={edges}
        nodeTypes={nodeTypes}
        proOptions={flowOptions}
        fitView
        fitViewOptions={{ maxZoom: 1 }}
        minZoom={0.4}
        maxZoom={1.5}
        nodesConnectable={false}
        nodesDraggable={false}
        elementsSelectable={false}
        zoomOnScroll={false}
        preventScrolling={false}
      />
    </section>
  )
}
