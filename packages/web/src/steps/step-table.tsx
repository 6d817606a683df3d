/** Steps as a table, sorted by whatever is looked for. */
import { useVirtualizer } from '@tanstack/react-virtual'
import { useMemo, useRef, useState } from 'react'
import type { Step } from '../session/session-log.ts'
import { count, duration, money } from '../ui/format.ts'
import { Icon } from '../ui/icon.tsx'
import { Empty } from '../ui/states.tsx'
import { type Column, doerOf, nextSorting, type Sorting, sortedSteps, stateWord } from './step-sorting.ts'
import type { StepsViewProps } from './waterfall.tsx'

const columns: readonly { readonly column: Column; readonly title: string; readonly isFigure: boolean }[] = [
  { column: 'seq', title: 'No.', isFigure: true },
  { column: 'path', title: 'Step', isFigure: false },
  { column: 'kind', title: 'Kind', isFigure: false },
  { column: 'by', title: 'Model or tool', isFigure: false },
  { column: 'state', title: 'State', isFigure: false },
  { column: 'in', title: 'In', isFigure: true },
  { column: 'out', title: 'Out', isFigure: true },
  { column: 'cost', title: 'Cost', isFigure: true },
  { column: 'ms', title: 'Took', isFigure: true },
]

const tableRowHeight = 30

export function StepTable({ steps: { rows }, selected, onSelect }: StepsViewProps) {
  const [sorting, setSorting] = useState<Sorting>({ column: 'seq', isDescending: false })
  const steps = useMemo(() => {
    const found = rows.flatMap(({ node, isMatch }) => (isMatch && node.step ? [node.step] : []))
    return sortedSteps(found, sorting)
  }, [rows, sorting])
  const scroller = useRef<HTMLDivElement>(null)
  const virtual = useVirtualizer({
    count: steps.length,
    getScrollElement: () => scroller.current,
    estimateSize: () => tableRowHeight,
    overscan: 10,
  })
  if (steps.length === 0) return <Empty title="No step">No step that has ended fits.</Empty>
  const items = virtual.getVirtualItems()
  const [above, below] = [items[0]?.start ?? 0, virtual.getTotalSize() - (items.at(-1)?.end ?? 0)]
  return (
    // biome-ignore lint/a11y/noNoninteractiveTabindex: what scrolls can be scrolled with keys.
    <section className="step-table" ref={scroller} tabIndex={0} aria-label="Table of steps">
      <table className="t" aria-rowcount={steps.length + 1}>
        <thead>
          <tr>
            {columns.map((column) => (
              <Heading key={column.column} {...column} sorting={sorting} onSort={setSorting} />
            ))}
          </tr>
        </thead>
        <tbody>
          <Gap height={above} />
          {items.map(({ index }) => {
            const step = steps[index]
            return (
              step && <Row key={step.seq} step={step} index={index} isOn={step.path === selected} onSelect={onSelect} />
            )
          })}
          <Gap height={below} />
        </tbody>
      </table>
    </section>
  )
}

/** Stands for the rows that are not in sight. */
function Gap({ height }: { readonly height: number }) {
  return height > 0 ? <tr style={{ height }} /> : null
}

type HeadingProps = (typeof columns)[number] & {
  readonly sorting: Sorting
  readonly onSort: (sorting: Sorting) => void
}

function Heading({ column, title, isFigure, sorting, onSort }: HeadingProps) {
  const isSorted = sorting.column === column
  const order = sorting.isDescending ? ('descending' as const) : ('ascending' as const)
  return (
    <th className={isFigure ? 'r' : ''} aria-sort={isSorted ? order : 'none'} scope="col">
      <button type="button" onClick={() => onSort(nextSorting(sorting, column))}>
        {title}
        {isSorted && <Icon name={sorting.isDescending ? 'down' : 'up'} small />}
      </button>
    </th>
  )
}

type RowProps = {
  readonly step: Step
  readonly index: number
  readonly isOn: boolean
  readonly onSelect: (path: string) => void
}

function Row({ step, index, isOn, onSelect }: RowProps) {
  const { seq, path, kind, inputTokens, outputTokens, costUsd, ms } = step
  const word = stateWord(step)
  return (
    <tr className={isOn ? 'on' : ''} aria-rowindex={index + 2}>
      <td className="r num muted">{count(seq)}</td>
      <td>
        <button type="button" className="step-link" aria-pressed={isOn} onClick={() => onSelect(path)} title={path}>
          {path}
        </button>
      </td>
      <td className="soft">{kind}</td>
      <td className="soft">{doerOf(step)}</td>
      <td className={word === 'failed' ? 'bad' : 'soft'}>{word}</td>
      <td className="r num">{inputTokens > 0 ? count(inputTokens) : ''}</td>
      <td className="r num">{outputTokens > 0 ? count(outputTokens) : ''}</td>
      <td className="r num">{costUsd === null ? '' : money(costUsd)}</td>
      <td className="r num">{duration(ms)}</td>
    </tr>
  )
}
