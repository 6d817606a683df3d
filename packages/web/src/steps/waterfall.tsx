/** Steps as they ran: a row for each, and beside it when it was. Only the rows in sight are drawn. */
import { useVirtualizer } from '@tanstack/react-virtual'
import {
  type CSSProperties,
  type KeyboardEvent,
  type MouseEvent,
  type RefObject,
  useLayoutEffect,
  useMemo,
  useRef,
} from 'react'
import { Button } from '../ui/button.tsx'
import { count, duration } from '../ui/format.ts'
import { Icon } from '../ui/icon.tsx'
import { OverviewStrip } from './overview-strip.tsx'
import { isSpan, legend } from './step-kinds.ts'
import { pinnedAt, type StepRow } from './step-rows.ts'
import { type Following, useFollowing } from './use-following.ts'
import type { StepRows } from './use-step-rows.ts'
import { cutsOf, type Scale, scaleOf, ticksOf, tickText } from './waterfall-layout.ts'
import { rowId, WaterfallRow } from './waterfall-row.tsx'

export type StepsViewProps = {
  readonly steps: StepRows
  readonly selected: string | undefined
  readonly onSelect: (path: string) => void
  /** Goes to what is told of the selected step. */
  readonly onOpen: () => void
  readonly isLive: boolean
  readonly now: number
}

const rowHeight = 27
const overscan = 8

export function Waterfall(props: StepsViewProps) {
  const { steps, selected, isLive, now } = props
  const { rows, indexOf, tree } = steps
  const scroller = useRef<HTMLTableSectionElement>(null)
  const virtual = useVirtualizer({
    count: rows.length,
    getScrollElement: () => scroller.current,
    estimateSize: () => rowHeight,
    overscan,
  })
  const [offset, height] = [virtual.scrollOffset ?? 0, virtual.scrollRect?.height ?? 0]
  const sight = sightOf(rows, offset, height)
  const { from, to } = sight
  const scale = useMemo(() => scaleInSight(rows.slice(from, to), now), [rows, from, to, now])
  const following = useFollowing({ steps, scroller, isLive, rowHeight, offset, height })
  useShown(scroller, sight, selected, indexOf)
  const on = selected === undefined ? -1 : (indexOf.get(selected) ?? -1)
  const items = virtual.getVirtualItems()
  const isOnDrawn = items.some(({ index }) => index === on)
  // A row that leaves sight is used for the one that comes into it: that is less work than to make another.
  const places = Math.max(items.length, sight.inSight + 2 * overscan + 2)
  return (
    <>
      <OverviewStrip
        rows={rows}
        first={sight.top}
        inSight={sight.inSight}
        onScroll={(first) => scroller.current?.scrollTo({ top: first * rowHeight })}
      />
      <table
        className="wf"
        // biome-ignore lint/a11y/noNoninteractiveElementToInteractiveRole: a table whose rows are a tree is a grid of them.
        role="treegrid"
        tabIndex={0}
        aria-label="Steps"
        aria-rowcount={rows.length + 1}
        aria-activedescendant={isOnDrawn ? rowId(on) : undefined}
        onKeyDown={(event) => onGridKey(event, props)}
        onClick={(event) => onGridClick(event, props)}
      >
        <Head scale={scale} zero={tree.root.startedAt} />
        <tbody className="pins" aria-hidden="true">
          {sight.pinned.map((row) => (
            <WaterfallRow key={row.node.path} row={row} scale={scale} now={now} isOn={row.index === on} isPinned />
          ))}
        </tbody>
        <tbody className="scroller" ref={scroller} style={{ '--all': `${virtual.getTotalSize()}px` } as CSSProperties}>
          {items.map(({ index, start }) => {
            const row = rows[index]
            return (
              row && (
                <WaterfallRow
                  key={index % places}
                  row={row}
                  scale={scale}
                  now={row.node.running ? now : 0}
                  isOn={index === on}
                  top={start}
                />
              )
            )
          })}
        </tbody>
      </table>
      <Foot rows={rows} sight={sight} following={following} />
    </>
  )
}

type Sight = {
  /** The first row, were there none pinned over it. */
  readonly top: number
  readonly inSight: number
  readonly pinned: readonly StepRow[]
  /** The rows that are seen: from the first that none is pinned over. */
  readonly from: number
  readonly to: number
}

function sightOf(rows: readonly StepRow[], offset: number, height: number): Sight {
  const top = Math.floor(offset / rowHeight)
  const inSight = Math.max(1, Math.floor(height / rowHeight))
  const pinned = pinnedAt(rows, top)
  return { top, inSight, pinned, from: top + pinned.length, to: Math.min(rows.length, top + inSight + 1) }
}

/** The scale of the steps in sight; of what holds them where there are none. */
function scaleInSight(rows: readonly StepRow[], now: number): Scale {
  const effects = rows.filter(({ node }) => !isSpan(node))
  const shown = effects.length > 0 ? effects : rows
  return scaleOf(
    shown.map(({ node }) => ({
      from: node.startedAt,
      to: node.running ? Math.max(now, node.endedAt) : node.endedAt,
    })),
  )
}

/** The selected row comes into sight when it is another one, and stays where it is else. */
function useShown(
  scroller: RefObject<HTMLTableSectionElement | null>,
  { top, inSight }: Sight,
  ...[selected, indexOf]: readonly [string | undefined, ReadonlyMap<string, number>]
): void {
  const shown = useRef<string>(undefined)
  const index = selected === undefined ? undefined : indexOf.get(selected)
  useLayoutEffect(() => {
    const element = scroller.current
    // Before it is known how much room there is, nothing can be in sight.
    if (selected === shown.current || index === undefined || inSight < 2 || !element) return
    shown.current = selected
    // Rows may be pinned over the first ones.
    const room = Math.min(4, inSight >> 2)
    if (index < top + room) element.scrollTo({ top: (index - room) * rowHeight })
    else if (index >= top + inSight) element.scrollTo({ top: (index - inSight + room) * rowHeight })
  }, [scroller, selected, index, top, inSight])
}

function Head({ scale, zero }: { readonly scale: Scale; readonly zero: number }) {
  const place = (share: number) => ({ left: `${(share * 100).toFixed(2)}%` })
  return (
    <thead>
      <tr className="hd" aria-rowindex={1}>
        <th className="nm" scope="col">
          Step
        </th>
        <th className="lane" scope="col">
          {ticksOf(scale, zero).map(({ at, place: share }) => (
            <span key={at} className="tick" style={place(share)}>
              {tickText(at - zero)}
            </span>
          ))}
          {cutsOf(scale).map(({ place: share, ms }) => (
            <span
              key={share}
              className="cut"
              style={place(share)}
              title={`${duration(ms)} in which nothing happened`}
            />
          ))}
        </th>
        <th className="du" scope="col">
          Took
        </th>
      </tr>
    </thead>
  )
}

type FootProps = { readonly rows: readonly StepRow[]; readonly sight: Sight; readonly following: Following }

function Foot({ rows, sight: { from, to }, following: { fresh, jump } }: FootProps) {
  return (
    <div className="wf-foot">
      <span className="num">
        Rows {count(Math.min(rows.length, from + 1))} to {count(to)} of {count(rows.length)}
      </span>
      {fresh !== null && (
        <Button mini icon="down" onClick={jump}>
          Jump to latest{fresh > 0 ? `, ${count(fresh)} new` : ''}
        </Button>
      )}
      <span className="sp" />
      {legend.map(({ icon, word, tint }) => (
        <span key={word} className="tag">
          <span className={`k-${tint}`}>
            <Icon name={icon} small />
          </span>
          {word}
        </span>
      ))}
      <span className="tag">
        <i className="sw hatch" />
        not made
      </span>
    </div>
  )
}

function onGridClick(event: MouseEvent, { steps, onSelect }: StepsViewProps): void {
  const { target } = event
  if (!(target instanceof Element)) return
  const index = target.closest('[data-row]')?.getAttribute('data-row')
  const path = steps.rows[Number(index ?? -1)]?.node.path
  if (path === undefined) return
  if (target.closest('[data-fold]')) steps.toggle(path)
  else onSelect(path)
}

const pageRows = 20

function onGridKey(event: KeyboardEvent, props: StepsViewProps): void {
  const { steps, selected, onSelect, onOpen } = props
  const at = selected === undefined ? -1 : (steps.indexOf.get(selected) ?? -1)
  const row = steps.rows[at]
  const moves: Readonly<Record<string, number>> = {
    ArrowDown: at + 1,
    ArrowUp: at - 1,
    PageDown: at + pageRows,
    PageUp: at - pageRows,
    Home: 0,
    End: steps.rows.length - 1,
  }
  const goal = moves[event.key] ?? foldKey(event.key, row, steps)
  if (event.key === 'Enter') onOpen()
  else if (goal === undefined) return
  event.preventDefault()
  const next = goal === undefined ? undefined : steps.rows[Math.max(0, Math.min(steps.rows.length - 1, goal))]
  if (next) onSelect(next.node.path)
}

/** Right opens a row, then goes in; left closes it, then goes out. The row to go to; undefined for other keys. */
function foldKey(key: string, row: StepRow | undefined, steps: StepRows): number | undefined {
  if (!row || (key !== 'ArrowRight' && key !== 'ArrowLeft')) return undefined
  const isOpen = row.hasChildren && !row.isCollapsed
  if (key === 'ArrowRight') {
    if (row.isCollapsed) steps.toggle(row.node.path)
    return isOpen ? row.index + 1 : row.index
  }
  if (isOpen && row.parent >= 0) {
    steps.toggle(row.node.path)
    return row.index
  }
  return Math.max(0, row.parent)
}
