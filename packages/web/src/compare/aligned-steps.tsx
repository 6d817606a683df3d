/** The steps of two sessions, row by row. */
import { Link } from '@tanstack/react-router'
import { memo, useState } from 'react'
import { TextDiff } from '../diff/text-diff.tsx'
import { stepColour, stepIcon } from '../reasoning/step-icon.ts'
import type { SessionLog, Step } from '../session/session-log.ts'
import { Button } from '../ui/button.tsx'
import { count, duration, money, plural } from '../ui/format.ts'
import { Icon, type IconName } from '../ui/icon.tsx'
import { type AlignedRow, type Alignment, countRows, isStubbed, type RowState, textOf, textsOf } from './alignment.ts'
import { costOf } from './measures.ts'
import { SideHead } from './side-head.tsx'

type AlignedStepsProps = { readonly a: SessionLog; readonly b: SessionLog; readonly alignment: Alignment }

const rowsAtOnce = 50

/** Drawn anew when the alignment is another one: that is the case whenever a step came. */
export const AlignedSteps = memo(Steps)

function Steps({ a, b, alignment }: AlignedStepsProps) {
  const [isDifferent, setIsDifferent] = useState(false)
  const [most, setMost] = useState(rowsAtOnce)
  const { shared, rows } = alignment
  const wanted = isDifferent ? rows.filter(({ state }) => state !== 'same') : rows
  const forkRow = shared.length > 0 ? wanted[0] : undefined
  return (
    <section className="card" aria-label="Two sessions, step by step">
      <div className="al hd">
        <SideHead log={a} side="A" other={b} />
        <div className="mid desk" />
        <SideHead log={b} side="B" other={a} />
      </div>
      <div className="al">
        {shared.length > 0 && <Shared a={a} b={b} shared={shared} />}
        {wanted.slice(0, most).map((row) => (
          <Row key={`${row.a?.seq} ${row.b?.seq}`} row={row} a={a.id} b={b.id} isFork={row === forkRow} />
        ))}
      </div>
      {wanted.length > most && (
        <div className="row justify-center p-3">
          <Button mini icon="down" onClick={() => setMost(most + rowsAtOnce)}>
            {`Show ${Math.min(rowsAtOnce, wanted.length - most)} more`}
          </Button>
        </div>
      )}
      <footer className="al-foot row sm muted">
        <span>{summary(alignment)}</span>
        <span className="sp" />
        <Button look="ghost" mini icon="eye" aria-pressed={isDifferent} onClick={() => setIsDifferent(!isDifferent)}>
          Only differences
        </Button>
      </footer>
    </section>
  )
}

function summary({ shared, rows }: Alignment): string {
  const counts = countRows(rows)
  const parts = [
    shared.length > 0 && `${count(shared.length)} shared`,
    `${count(counts.same)} the same`,
    `${count(counts.differs)} ${counts.differs === 1 ? 'differs' : 'differ'}`,
    `${count(counts['only-a'])} only in A`,
    `${count(counts['only-b'])} only in B`,
    counts.stubbed > 0 && `${count(counts.stubbed)} stubbed`,
  ]
  return parts.filter(Boolean).join(', ')
}

type SharedProps = { readonly a: SessionLog; readonly b: SessionLog; readonly shared: readonly Step[] }

/** What a fork took over: one row, however many they are. */
function Shared({ a, b, shared }: SharedProps) {
  const title = plural(shared.length, 'shared step')
  const from = shared[0]?.path
  const to = shared.at(-1)?.path
  const span = from === to ? from : `${from} to ${to}`
  const cost = money(costOf(shared))
  const [one, other] = isHeir(b, a)
    ? ['recorded', 'taken over']
    : ['taken over', isHeir(a, b) ? 'recorded' : 'taken over']
  return (
    <>
      <div className="same">
        <SharedSide side="A" title={title} cost={one === 'recorded' ? cost : '$0'} text={`${span}, ${one}`} />
      </div>
      <Middle state="shared" />
      <div className="same">
        <SharedSide side="B" title={title} cost={other === 'recorded' ? cost : '$0'} text={`${span}, ${other}`} />
      </div>
    </>
  )
}

/** Whether the first was forked from the second. */
function isHeir({ view }: SessionLog, { id }: SessionLog): boolean {
  return view.definition?.fork?.session === id
}

type SharedSideProps = {
  readonly side: 'A' | 'B'
  readonly title: string
  readonly cost: string
  readonly text: string
}

function SharedSide({ side, title, cost, text }: SharedSideProps) {
  return (
    <>
      <div className="row">
        <SideMark side={side} />
        <Icon name="list" />
        <span className="m5 trunc">{title}</span>
        <span className="sp" />
        <span className="sm muted num">{cost}</span>
      </div>
      <div className="x">{text}</div>
    </>
  )
}

function SideMark({ side }: { readonly side: 'A' | 'B' }) {
  return (
    <span className="only-phone">
      <span className="badge sq line">{side}</span>
    </span>
  )
}

type RowProps = { readonly row: AlignedRow; readonly a: string; readonly b: string; readonly isFork: boolean }

function Row({ row, a, b, isFork }: RowProps) {
  const [isOpen, setIsOpen] = useState(false)
  const { state } = row
  const toggle = state === 'differs' ? () => setIsOpen(!isOpen) : undefined
  return (
    <>
      <Cell step={row.a} session={a} side="A" state={state} />
      <Middle state={state} isFork={isFork} isOpen={isOpen} onToggle={toggle} />
      <Cell step={row.b} session={b} side="B" state={state} />
      {isOpen && row.a && row.b && (
        <div className="wide">
          <Difference a={row.a} b={row.b} />
        </div>
      )}
    </>
  )
}

function Difference({ a, b }: { readonly a: Step; readonly b: Step }) {
  const [before, after] = textsOf(a, b)
  return <TextDiff before={before} after={after} />
}

type CellProps = {
  readonly step: Step | null
  readonly session: string
  readonly side: 'A' | 'B'
  readonly state: RowState
}

function Cell({ step, session, side, state }: CellProps) {
  if (!step) return <div className="none" />
  const isChanged = state.startsWith('only') || (state === 'differs' && side === 'B')
  return (
    <div className={isChanged ? 'chg' : state === 'same' ? 'same' : ''}>
      <div className="row">
        <SideMark side={side} />
        <span className={stepColour(step)}>
          <Icon name={stepIcon(step)} />
        </span>
        <Link
          className="m5 trunc step-link"
          to="/sessions/$session/steps"
          params={{ session }}
          search={{ step: step.path }}
          title={step.path}
        >
          {step.name}
        </Link>
        <span className="xs muted trunc desk">{step.path}</span>
        <span className="sp" />
        <span className="sm muted num">{isStubbed(step) ? 'stub' : duration(step.ms)}</span>
      </div>
      <div className="x clamp">
        {isStubbed(step) && 'Not done again, recorded result used. '}
        {textOf(step)}
      </div>
    </div>
  )
}

type Sign = { readonly icon: IconName; readonly word: string; readonly tone: string }

const signs: Readonly<Record<RowState | 'shared', Sign>> = {
  shared: { icon: 'link', word: 'shared', tone: '' },
  same: { icon: 'check', word: 'same', tone: '' },
  differs: { icon: 'edit', word: 'differs', tone: 'wait' },
  'only-a': { icon: 'x', word: 'only in A', tone: 'muted' },
  'only-b': { icon: 'x', word: 'only in B', tone: 'muted' },
  stubbed: { icon: 'shield', word: 'stubbed', tone: 'hold' },
}

type MiddleProps = {
  readonly state: RowState | 'shared'
  readonly isFork?: boolean
  readonly isOpen?: boolean
  readonly onToggle?: (() => void) | undefined
}

function Middle({ state, isFork = false, isOpen = false, onToggle }: MiddleProps) {
  const { icon, word, tone } = signs[state]
  return (
    <div className={`mid ${tone}`}>
      {isFork && (
        <span className="hold row">
          <Icon name="fork" small />
          fork here
        </span>
      )}
      {onToggle ? (
        <button type="button" className="al-more" aria-expanded={isOpen} onClick={onToggle}>
          <Icon name={icon} small />
          <span>{word}</span>
          <span className="vh">: {isOpen ? 'hide' : 'show'} the difference</span>
        </button>
      ) : (
        <>
          <Icon name={icon} small />
          <span>{word}</span>
        </>
      )}
    </div>
  )
}
