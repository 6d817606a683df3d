/** The rows of a session, kept up as it grows. */
import { useEffect, useMemo, useReducer, useRef, useState } from 'react'
import type { SessionLog } from '../session/session-log.ts'
import { fits, type ParsedFilter, parseFilter } from './step-filter.ts'
import { rowsOf, type StepRow } from './step-rows.ts'
import { type StepNode, StepTree } from './step-tree.ts'

export type StepRows = {
  readonly tree: StepTree
  readonly rows: readonly StepRow[]
  readonly indexOf: ReadonlyMap<string, number>
  readonly filter: ParsedFilter
  readonly collapsed: ReadonlySet<string>
  readonly toggle: (path: string) => void
  readonly collapseAll: () => void
  readonly expandAll: () => void
}

const none: ReadonlySet<string> = new Set()

export function useStepRows(log: SessionLog, filterText: string): StepRows {
  const tree = useTree(log)
  const [collapsed, setCollapsed] = useState(none)
  const filter = useMemo(() => parseFilter(filterText), [filterText])
  const { version } = tree
  // biome-ignore lint/correctness/useExhaustiveDependencies: the tree is the same one when it grows, and has another version.
  const rows = useMemo(() => {
    const { parts, fault } = filter
    const isFiltered = parts.length > 0 && fault === null
    const matches = isFiltered ? (node: StepNode) => node.step !== null && fits(node.step, parts) : undefined
    return rowsOf(tree.root, { collapsed, matches })
  }, [tree, version, collapsed, filter])
  const indexOf = useMemo(() => new Map(rows.map(({ node, index }) => [node.path, index])), [rows])
  const toggle = (path: string) =>
    setCollapsed((before) => {
      const after = new Set(before)
      if (!after.delete(path)) after.add(path)
      return after
    })
  const collapseAll = () => setCollapsed(new Set(rows.flatMap((row) => (row.depth === 1 ? [row.node.path] : []))))
  const expandAll = () => setCollapsed(none)
  return { tree, rows, indexOf, filter, collapsed, toggle, collapseAll, expandAll }
}

/** Steps that are taken in at once: more of them would hold the page up. At first it has enough to do with being drawn. */
const mostAtFirst = 100
const mostAtOnce = 1000

function useTree(log: SessionLog): StepTree {
  const kept = useRef<{ readonly log: SessionLog; readonly tree: StepTree } | null>(null)
  const [, goOn] = useReducer((pieces: number) => pieces + 1, 0)
  if (kept.current?.log !== log) kept.current = { log, tree: new StepTree() }
  const { tree } = kept.current
  const isWhole = tree.take(log, tree.version === 0 ? mostAtFirst : mostAtOnce)
  useEffect(() => {
    if (isWhole) return
    const timer = setTimeout(goOn)
    return () => clearTimeout(timer)
  })
  return tree
}
