/** The entries of the audit log. Only those in sight are drawn; older ones are fetched when the end comes near. */
import { useVirtualizer } from '@tanstack/react-virtual'
import { useEffect, useRef } from 'react'
import type { AuditEntry } from '../../api/audit.ts'
import { moment } from '../../ui/format.ts'
import { Busy } from '../../ui/icon.tsx'
import { actionWords, dataLine } from './audit-filter.ts'

type AuditListProps = {
  readonly entries: readonly AuditEntry[]
  readonly hasMore: boolean
  readonly isFetching: boolean
  readonly onMore: () => void
}

const rowHeight = 56

export function AuditList({ entries, hasMore, isFetching, onMore }: AuditListProps) {
  const box = useRef<HTMLDivElement>(null)
  const rows = useVirtualizer({
    count: entries.length,
    getScrollElement: () => box.current,
    estimateSize: () => rowHeight,
    overscan: 8,
    getItemKey: (index) => entries[index]?.seq ?? index,
  })
  const inSight = rows.getVirtualItems()
  const last = inSight.at(-1)?.index ?? 0
  useEffect(() => {
    if (hasMore && !isFetching && last >= entries.length - 10) onMore()
  }, [hasMore, isFetching, last, entries.length, onMore])
  return (
    // biome-ignore lint/a11y/noNoninteractiveTabindex: what scrolls must be reached by keys
    <section className="audit-list" ref={box} tabIndex={0} aria-label="Entries, newest first">
      <ol style={{ height: rows.getTotalSize() }} aria-busy={isFetching}>
        {inSight.map(({ index, key, start }) => {
          const entry = entries[index]
          return (
            entry && (
              <li
                key={key}
                ref={rows.measureElement}
                data-index={index}
                className="audit-row"
                style={{ transform: `translateY(${start}px)` }}
                aria-posinset={index + 1}
                aria-setsize={hasMore ? -1 : entries.length}
              >
                <Entry entry={entry} />
              </li>
            )
          )
        })}
      </ol>
      {isFetching && (
        <p className="row sm muted p-3" role="status">
          <Busy small /> Reading older entries
        </p>
      )}
    </section>
  )
}

function Entry({ entry: { at, actor, owner, action, target, data, seq } }: { readonly entry: AuditEntry }) {
  return (
    <>
      <time className="num muted sm" dateTime={at} title={at}>
        {moment(Date.parse(at))}
      </time>
      <span>
        <b className="m5">{actor}</b>
        {owner !== 'local' && <span className="sm muted"> of {owner}</span>}
      </span>
      <span title={action}>{actionWords(action)}</span>
      <span>
        <code>{target}</code> <span className="sm soft">{dataLine(data)}</span>{' '}
        <span className="xs muted num">entry {seq}</span>
      </span>
    </>
  )
}
