/** Where time, money or tokens went. */
import { type KeyboardEvent, useMemo, useState } from 'react'
import { count, duration, money, plural } from '../ui/format.ts'
import { Icon } from '../ui/icon.tsx'
import { Empty } from '../ui/states.tsx'
import { type Flame, flamesOf, type Measure } from './flame-layout.ts'
import { lookOf } from './step-kinds.ts'
import type { StepNode } from './step-tree.ts'
import type { StepsViewProps } from './waterfall.tsx'

const measures: readonly { readonly measure: Measure; readonly title: string }[] = [
  { measure: 'time', title: 'Time' },
  { measure: 'cost', title: 'Cost' },
  { measure: 'tokens', title: 'Tokens' },
]

const written: Readonly<Record<Measure, (value: number) => string>> = {
  time: duration,
  cost: money,
  tokens: (value) => `${count(value)} tokens`,
}

export function FlameView({ steps: { tree }, selected, onSelect }: StepsViewProps) {
  const [measure, setMeasure] = useState<Measure>('time')
  const [zoomed, setZoomed] = useState('')
  const root = (zoomed === '' ? undefined : tree.at(zoomed)) ?? tree.root
  const { version } = tree
  // biome-ignore lint/correctness/useExhaustiveDependencies: the tree is the same one when it grows, and has another version.
  const flames = useMemo(() => flamesOf(root, measure), [root, version, measure])
  const press = ({ node, count: crowd }: Flame) => {
    if (crowd > 1) setZoomed(node.parent?.path ?? '')
    else if (node.children.length > 0) setZoomed(node === root ? (node.parent?.path ?? '') : node.path)
    if (crowd === 1 && node.type === 'step') onSelect(node.path)
  }
  const deepest = flames.reduce((depth, flame) => Math.max(depth, flame.depth), 0)
  return (
    <div className="flame">
      <div className="row wrap">
        <Trail node={root} onZoom={setZoomed} />
        <span className="sp" />
        <fieldset className="seg" aria-label="Width is">
          {measures.map((each) => (
            <button
              key={each.measure}
              type="button"
              aria-pressed={each.measure === measure}
              onClick={() => setMeasure(each.measure)}
            >
              {each.title}
            </button>
          ))}
        </fieldset>
      </div>
      {flames.length === 0 ? (
        <Empty title="Nothing to show">No step here has {measure === 'cost' ? 'a cost' : 'any'} that is known.</Empty>
      ) : (
        <ul className="flames" style={{ height: (deepest + 1) * 26 }} aria-label={`Steps by ${measure}`}>
          {flames.map((flame) => (
            <FlameBar
              key={flame.node.path}
              flame={flame}
              value={written[measure](flame.value)}
              isOn={flame.node.path === selected}
              onPress={press}
            />
          ))}
        </ul>
      )}
      <p className="sm muted">
        Each step is as wide as its share; what ran side by side stands side by side. Press a loop to look into it.
      </p>
    </div>
  )
}

/** What holds what is looked at, and the way back to it. */
function Trail({ node, onZoom }: { readonly node: StepNode; readonly onZoom: (path: string) => void }) {
  const above: StepNode[] = []
  for (let at = node.parent; at; at = at.parent) above.unshift(at)
  return (
    <nav className="row wrap sm" aria-label="Looked into">
      {above.map(({ path, label }) => (
        <button key={path} type="button" className="step-link" onClick={() => onZoom(path)}>
          {label} <Icon name="right" small />
        </button>
      ))}
      <code>{node.label}</code>
    </nav>
  )
}

type FlameBarProps = {
  readonly flame: Flame
  readonly value: string
  readonly isOn: boolean
  readonly onPress: (flame: Flame) => void
}

function FlameBar({ flame, value, isOn, onPress }: FlameBarProps) {
  const { node, count: crowd, depth, left, width } = flame
  const { tint, word } = lookOf(node)
  const name = crowd > 1 ? `${plural(crowd, 'small step')}` : (node.step?.name ?? node.label)
  // What is seen comes first: it is what people say who speak to their computer.
  const told = crowd > 1 ? `${name} ${value}` : `${name} ${value}, ${word} ${node.path || node.label}`
  return (
    <li style={{ left: `${left * 100}%`, width: `${width * 100}%`, top: depth * 26 }}>
      <button
        type="button"
        className={`fl-${crowd > 1 ? 'loop' : tint} ${isOn ? 'on' : ''}`}
        title={told}
        aria-label={told}
        aria-pressed={isOn}
        tabIndex={depth === 0 || isOn ? 0 : -1}
        onClick={() => onPress(flame)}
        onKeyDown={moveFocus}
      >
        {name} <span>{value}</span>
      </button>
    </li>
  )
}

/** Arrow keys go along the bars: one stop of the tab key for all of them. */
function moveFocus(event: KeyboardEvent<HTMLButtonElement>): void {
  const by = { ArrowRight: 1, ArrowDown: 1, ArrowLeft: -1, ArrowUp: -1 }[event.key]
  if (by === undefined) return
  event.preventDefault()
  const item = event.currentTarget.closest('li')
  const next = by > 0 ? item?.nextElementSibling : item?.previousElementSibling
  next?.querySelector('button')?.focus()
}
