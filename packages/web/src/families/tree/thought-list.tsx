/** The tree as a list, moved about in by keys. */
import type { CSSProperties, KeyboardEvent, MouseEvent } from 'react'
import { Tag } from '../../ui/badge.tsx'
import { Icon } from '../../ui/icon.tsx'
import { isLeft, mayBeExplored, scoreText, thoughtLooks } from './thought-look.ts'
import type { TreeRow } from './tree-keys.ts'
import type { Thought } from './tree-picture.ts'
import { useTreeKeys } from './use-tree-keys.ts'

type ListProps = {
  readonly thoughts: readonly Thought[]
  readonly selected: string
  readonly onSelect: (key: string) => void
  /** Left out for who may not. */
  readonly onExplore?: (thought: Thought) => void
}

export function ThoughtList({ thoughts, selected, onSelect, onExplore }: ListProps) {
  const { rows, ref, toggle, onKeyDown } = useTreeKeys(thoughts, { selected, onSelect })
  // One that is chosen below a closed row is not seen: the tree must be reached by keys all the same.
  const entry = rows.some(({ item }) => item.key === selected) ? selected : rows[0]?.item.key
  const onKey = (event: KeyboardEvent, thought: Thought) => {
    if (event.key === 'f' && !event.ctrlKey && !event.metaKey && onExplore && mayBeExplored(thought)) {
      event.preventDefault()
      onExplore(thought)
    }
    onKeyDown(event)
  }
  const onClick = ({ target }: MouseEvent, { key }: Thought) => {
    if (target instanceof Element && target.closest('.twist')) toggle(key)
    onSelect(key)
  }
  return (
    <div ref={ref} className="tlist" role="tree" tabIndex={-1} aria-label="Thoughts as a list">
      {rows.map((row) => (
        <div
          key={row.item.key}
          role="treeitem"
          data-key={row.item.key}
          {...told(row)}
          aria-selected={row.item.key === selected}
          tabIndex={row.item.key === entry ? 0 : -1}
          className={classOf(row.item, selected)}
          style={{ '--d': row.level - 1 } as CSSProperties}
          onKeyDown={(event) => onKey(event, row.item)}
          onClick={(event) => onClick(event, row.item)}
        >
          <RowCells row={row} />
        </div>
      ))}
    </div>
  )
}

/** Where a row stands in the tree, for who cannot see it. */
function told({ item, level, hasChildren, isOpen, place, siblings }: TreeRow<Thought>) {
  return {
    'aria-level': level,
    'aria-posinset': place,
    'aria-setsize': siblings,
    'aria-expanded': hasChildren ? isOpen : undefined,
    'aria-keyshortcuts': mayBeExplored(item) ? 'F' : undefined,
  }
}

function classOf(thought: Thought, selected: string): string {
  const { key, isOnPath } = thought
  return [isLeft(thought) ? 'pr' : '', key === selected ? 'on' : '', isOnPath ? 'win' : ''].filter(Boolean).join(' ')
}

function RowCells({ row: { item, hasChildren, isOpen } }: { readonly row: TreeRow<Thought> }) {
  const { text, score, state, why } = item
  const { word, tone, icon } = thoughtLooks[state]
  return (
    <>
      <span className="row tlist-text">
        <span className="twist">{hasChildren && <Icon name={isOpen ? 'down' : 'right'} small />}</span>
        <span className="trunc">
          {text}
          {isLeft(item) && why !== '' && <span className="muted sm"> {why}</span>}
        </span>
      </span>
      <span className="num text-right">{scoreText(score)}</span>
      <Tag tone={tone} icon={icon} spins={state === 'thinking'}>
        {word}
      </Tag>
    </>
  )
}
