/** Which two sessions are compared: found by the words of their goals, forks of the first one first. */
import { useQuery } from '@tanstack/react-query'
import { Link } from '@tanstack/react-router'
import { useState } from 'react'
import { recordQuery } from '../api/compare.ts'
import { forksQuery } from '../api/forks.ts'
import type { SessionSummary } from '../api/lists.ts'
import { foundSessionsQuery } from '../api/lists.ts'
import { StandingTag } from '../session/standing-badge.tsx'
import { Card } from '../ui/card.tsx'
import { ago } from '../ui/format.ts'
import { Icon } from '../ui/icon.tsx'
import { SearchField } from '../ui/search-field.tsx'
import { Empty, Loaded } from '../ui/states.tsx'
import { useNow } from '../ui/use-now.ts'

type Side = 'a' | 'b'

type ChooseTwoProps = { readonly a: string | undefined; readonly b: string | undefined }

export function ChooseTwo({ a, b }: ChooseTwoProps) {
  return (
    <div className="cols c2">
      <Choice side="a" chosen={a} other={b} />
      <Choice side="b" chosen={b} other={a} />
    </div>
  )
}

type ChoiceProps = { readonly side: Side; readonly chosen: string | undefined; readonly other: string | undefined }

function Choice({ side, chosen, other }: ChoiceProps) {
  const title = side === 'a' ? 'First session, A' : 'Second session, B'
  if (chosen !== undefined) return <Chosen title={title} side={side} id={chosen} other={other} />
  return (
    <Card title={title} flush>
      {other !== undefined && <Relatives of={other} side={side} />}
      <Search side={side} other={other} />
    </Card>
  )
}

/** The address with this session on this side, and the other as it is. */
function addressWith(side: Side, id: string | undefined, other: string | undefined) {
  const [a, b] = side === 'a' ? [id, other] : [other, id]
  return { ...(a !== undefined && { a }), ...(b !== undefined && { b }) }
}

type ChosenProps = {
  readonly title: string
  readonly side: Side
  readonly id: string
  readonly other: string | undefined
}

function Chosen({ title, side, id, other }: ChosenProps) {
  const query = useQuery(recordQuery(id))
  const change = (
    <Link className="btn ghost mini" to="/compare" search={addressWith(side, undefined, other)}>
      Choose another
    </Link>
  )
  return (
    <Card title={title} actions={change}>
      <Loaded query={query} lines={2}>
        {({ goal, loop, status, outcome }) => (
          <div className="grid gap-2">
            <b className="m5 wrap-anywhere">{goal}</b>
            <span className="row wrap sm soft">
              <StandingTag status={status} outcome={outcome} />
              {loop}
            </span>
          </div>
        )}
      </Loaded>
    </Card>
  )
}

/** The source of a fork, and its forks. */
function Relatives({ of, side }: { readonly of: string; readonly side: Side }) {
  const { data: forks = [] } = useQuery(forksQuery(of))
  const { data: record } = useQuery(recordQuery(of))
  const source = record?.fork?.session
  if (forks.length === 0 && source === undefined) return null
  return (
    <>
      <h3 className="pick-head">Related</h3>
      <ul className="pick-list">
        {source !== undefined && (
          <li>
            <Link to="/compare" search={addressWith(side, source, of)}>
              <Icon name="fork" small />
              <span className="trunc">The session it was forked from</span>
            </Link>
          </li>
        )}
        {forks.map((fork) => (
          <Found key={fork.id} session={fork} side={side} other={of} isFork />
        ))}
      </ul>
    </>
  )
}

function Search({ side, other }: { readonly side: Side; readonly other: string | undefined }) {
  const [words, setWords] = useState('')
  const query = useQuery(foundSessionsQuery(words.trim()))
  return (
    <>
      <search className="filter-bar">
        <SearchField
          value={words}
          onChange={setWords}
          label={`Search goals for session ${side.toUpperCase()}`}
          placeholder="Search goals"
        />
      </search>
      <Loaded query={query}>
        {(sessions) => {
          const others = sessions.filter(({ id }) => id !== other)
          if (others.length === 0) return <NoneFound isSearch={words.trim() !== ''} />
          return (
            <ul className="pick-list">
              {others.map((session) => (
                <Found key={session.id} session={session} side={side} other={other} />
              ))}
            </ul>
          )
        }}
      </Loaded>
    </>
  )
}

function NoneFound({ isSearch }: { readonly isSearch: boolean }) {
  if (isSearch) return <Empty title="No session has these words in its goal" icon="list" />
  return (
    <Empty
      title="No sessions to compare yet"
      icon="list"
      action={
        <Link className="btn" to="/compare" search={{ a: 'loops' }}>
          Run one goal by several loops
        </Link>
      }
    >
      Two that have begun can be put side by side.
    </Empty>
  )
}

type FoundProps = {
  readonly session: SessionSummary
  readonly side: Side
  readonly other: string | undefined
  readonly isFork?: boolean
}

function Found({ session, side, other, isFork = false }: FoundProps) {
  const { id, title, loop, status, outcome, updatedAt } = session
  const now = useNow(60_000)
  return (
    <li>
      <Link to="/compare" search={addressWith(side, id, other)}>
        {isFork && <Icon name="fork" small />}
        <span className="trunc">{title}</span>
        <span className="sp" />
        <span className="sm muted desk">{loop}</span>
        <StandingTag status={status} outcome={outcome} />
        <span className="sm muted">{ago(Date.parse(updatedAt), now)}</span>
      </Link>
    </li>
  )
}
