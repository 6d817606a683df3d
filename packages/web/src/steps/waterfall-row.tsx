/** One row of the waterfall: what it is, when it was, how long it took. */
import { type CSSProperties, memo } from 'react'
import { duration } from '../ui/format.ts'
import { Icon } from '../ui/icon.tsx'
import { hasFailed, isNotMade, remarkOf } from './step-facts.ts'
import { isSpan, lookOf } from './step-kinds.ts'
import type { StepRow } from './step-rows.ts'
import type { StepNode } from './step-tree.ts'
import { type Bar, barOf, type Scale } from './waterfall-layout.ts'

type RowProps = {
  readonly row: StepRow
  readonly scale: Scale
  /** Until when what still runs is drawn. */
  readonly now: number
  readonly isOn: boolean
  /** How far down it stands, in px; one that is pinned stands where it is put. */
  readonly top?: number
  /** A second picture of a row that is further up: nobody needs to hear of it twice. */
  readonly isPinned?: boolean
}

const deepest = 8

export const rowId = (index: number) => `step-row-${index}`

export const WaterfallRow = memo(function WaterfallRow({ row, scale, now, isOn, top, isPinned = false }: RowProps) {
  const { node, index, depth, isMatch, hasChildren, isCollapsed } = row
  const isGoingOn = node.running !== null
  const to = isGoingOn ? Math.max(now, node.endedAt) : node.endedAt
  const bar = barOf(scale, { from: node.startedAt, to })
  const classes = `rw d${Math.min(depth, deepest)} ${isOn ? 'on' : ''} ${isMatch ? '' : 'dim'}`
  const said = { 'aria-level': depth + 1, 'aria-rowindex': index + 2, 'aria-selected': isOn }
  return (
    <tr
      className={classes}
      style={top === undefined ? undefined : placed(top)}
      data-row={index}
      {...(isPinned ? {} : { id: rowId(index), ...said, ...(hasChildren && { 'aria-expanded': !isCollapsed }) })}
    >
      <Name row={row} />
      <td className="lane">
        <Drawn node={node} bar={bar} />
      </td>
      <td className="du">{node.type === 'person' ? '' : duration(to - node.startedAt)}</td>
    </tr>
  )
})

/**
 * As a value that the style sheet reads: with a `top` of its own for each row, Chromium's styles took longer with every row
 * that was scrolled past, from 2 ms a frame to over 50.
 */
function placed(top: number): CSSProperties {
  return { '--top': `${top}px` } as CSSProperties
}

function Name({ row: { node, prefix, hasChildren, isCollapsed } }: { readonly row: StepRow }) {
  const { icon, tint, word } = lookOf(node)
  const { title, hint } = titleOf(node)
  return (
    <td className="nm" title={node.path}>
      {hasChildren && (
        <span className="fold-mark" data-fold="">
          <Icon name={isCollapsed ? 'right' : 'down'} small />
        </span>
      )}
      <span className={`k-${tint}`}>
        <Icon name={icon} spins={node.running !== null && icon === 'gyre'} />
      </span>
      <span className="vh">{word} </span>
      <code>
        {title}
        <span className="muted">{hint === '' && prefix === '' ? '' : ` ${placeText(prefix, hint)}`}</span>
      </code>
    </td>
  )
}

/** Where a step stands: what holds it, and its own place where that is not its title. */
function placeText(prefix: string, hint: string): string {
  return hint === '' ? prefix.replace(/\/$/, '') : `${prefix}${hint}`
}

/** Of a tool its name says more than its place; of branches, how many there are. */
function titleOf(node: StepNode): { readonly title: string; readonly hint: string } {
  const { label, step, running, children, intervention } = node
  if (node.type === 'group') {
    // What people did stands among the branches, and is none.
    const branches = children.filter((child) => !child.intervention).length
    return { title: label.replace('[…]', ''), hint: `${branches} in parallel` }
  }
  if (intervention) return { title: intervention.action, hint: '' }
  const kind = step?.kind ?? running?.kind
  return kind === 'tool' ? { title: step?.name ?? running?.name ?? label, hint: label } : { title: label, hint: '' }
}

const percent = (share: number) => `${(share * 100).toFixed(2)}%`

function Drawn({ node, bar }: { readonly node: StepNode; readonly bar: Bar }) {
  const { left, width, side, isOutside } = bar
  if (isOutside)
    return <em className={isOutside}>{isOutside === 'before' ? 'ended before this' : 'begins after this'}</em>
  const remark = remarkAt(node)
  const beside = side === 'right' ? { left: percent(left + width) } : { right: percent(1 - left) }
  return (
    <>
      <i className={markOf(node)} style={{ left: percent(left), width: percent(width) }} />
      {remark !== '' && (
        <em className={side} style={beside}>
          {remark}
        </em>
      )}
    </>
  )
}

function markOf(node: StepNode): string {
  const tint = `bar-${lookOf(node).tint}`
  if (isSpan(node)) return `par ${tint}`
  const { step, running } = node
  if (step && isNotMade(step)) return 'hatch'
  if (step && hasFailed(step)) return 'bar-failed'
  return running ? `${tint} going` : tint
}

function remarkAt({ step, running, intervention, children }: StepNode): string {
  if (intervention) return `applied here, by ${String(intervention.data['by'] ?? 'a person')}`
  if (step) return children.length > 0 && !hasFailed(step) ? '' : remarkOf(step)
  return running && children.length === 0 ? 'running' : ''
}
