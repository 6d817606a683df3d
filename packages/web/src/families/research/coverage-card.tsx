/** How well each topic is covered after each cycle: the value stands in its cell, the status at the end of its row. */
import type { SessionLog } from '../../session/session-log.ts'
import { Badge, Tag, type Tone } from '../../ui/badge.tsx'
import { Card } from '../../ui/card.tsx'
import { plural } from '../../ui/format.ts'
import { Icon, type IconName } from '../../ui/icon.tsx'
import { Sideways } from '../../ui/sideways.tsx'
import { Empty } from '../../ui/states.tsx'
import { NowBadge } from '../loop/now-badge.tsx'
import { type ResearchPicture, shownMeasure, type Topic, type TopicStatus } from './research-picture.ts'

type CoverageProps = { readonly log: SessionLog; readonly base: string; readonly picture: ResearchPicture }

export function CoverageCard({ log, base, picture }: CoverageProps) {
  const { topics, cycles, doing, settings } = picture
  const total = cycles.at(-1)?.total
  return (
    <Card
      title="Coverage per topic"
      sub={<span className="desk">1 is full, {settings.coverAt} is enough</span>}
      actions={
        <span className="row">
          {doing !== '' && (
            <NowBadge log={log} base={base}>
              {doing}
            </NowBadge>
          )}
          {total !== undefined && <Badge>{`total ${shownMeasure(total)}`}</Badge>}
        </span>
      }
      flush
    >
      {topics.length === 0 ? (
        <Empty title="No outline yet">
          {picture.isOver ? 'It ended before there was one.' : 'It is being drawn up.'}
        </Empty>
      ) : (
        <>
          <HeatTable picture={picture} />
          <TopicNotes topics={topics} />
          <Outline topics={topics} />
        </>
      )}
    </Card>
  )
}

function HeatTable({ picture: { topics, cycles, current } }: { readonly picture: ResearchPicture }) {
  return (
    <Sideways label="Coverage" className="scroll-x py-3">
      <table className="heat">
        <thead>
          <tr>
            <th scope="col" className="first">
              Topic
            </th>
            {cycles.map(({ number }) => (
              <th key={number} scope="col">
                <span className="desk">Cycle </span>
                {number}
              </th>
            ))}
            {current !== null && (
              <th scope="col">
                <span className="desk">Cycle </span>
                {current}
              </th>
            )}
            <th scope="col" className="last">
              Now
            </th>
          </tr>
        </thead>
        <tbody>
          {topics.map((topic) => (
            <TopicRow
              key={topic.title}
              topic={topic}
              numbers={cycles.map(({ number }) => number)}
              isOpen={current !== null}
            />
          ))}
        </tbody>
      </table>
    </Sideways>
  )
}

type TopicRowProps = { readonly topic: Topic; readonly numbers: readonly number[]; readonly isOpen: boolean }

function TopicRow({ topic: { title, values, status, origin }, numbers, isOpen }: TopicRowProps) {
  const { word, tone, icon } = statuses[status]
  return (
    <tr>
      <th scope="row">{title}</th>
      {numbers.map((number, at) => (
        <td key={number}>
          <Cell value={values[at] ?? null} />
        </td>
      ))}
      {isOpen && (
        <td>
          <span className="c muted">
            <Icon name="gyre" small spins />
            <span className="vh">under way</span>
          </span>
        </td>
      )}
      <td className="s">
        <Tag tone={tone} icon={icon}>
          <span className="hs">{word}</span>
        </Tag>
        {origin !== 'outline' && (
          <>
            {' '}
            <Tag tone="hold" icon="plus">
              <span className="hs">{origins[origin]}</span>
            </Tag>
          </>
        )}
      </td>
    </tr>
  )
}

/** From which value on a cell has the next of the five tints. */
const tints = [0.3, 0.5, 0.7, 0.8]

function Cell({ value }: { readonly value: number | null }) {
  if (value === null) return <span className="c muted">–</span>
  const tint = tints.filter((least) => value >= least).length + 1
  return <span className={`c h${tint}c`}>{shownMeasure(value)}</span>
}

type Sign = { readonly word: string; readonly tone: Tone; readonly icon: IconName }

const statuses: Readonly<Record<TopicStatus, Sign>> = {
  covered: { word: 'covered', tone: 'ok', icon: 'done' },
  exhausted: { word: 'exhausted', tone: 'wait', icon: 'failed' },
  budget: { word: 'cut by the budget', tone: 'wait', icon: 'half' },
  open: { word: 'open', tone: 'idle', icon: 'ring' },
}

const origins = { planner: 'added by the planner', latent: 'found on the way' } as const

function TopicNotes({ topics }: { readonly topics: readonly Topic[] }) {
  const spent = topics.filter(({ status }) => status === 'exhausted')
  const latent = topics.filter(({ origin }) => origin === 'latent')
  return (
    <ul className="grid gap-2 px-3.5 pb-3.5 empty:hidden">
      {spent.map(({ title, found }) => (
        <li key={title} className="note">
          <Icon name="failed" />
          <span>
            {title}:{' '}
            {found && `${plural(found.searches, 'search', 'searches')} gave ${plural(found.passages, 'passage')}; `}
            more searches found nothing more, so the loop stopped asking. The report says so.
          </span>
        </li>
      ))}
      {latent.map(({ title }) => (
        <li key={title} className="note">
          <Icon name="plus" />
          <span>{title}: passages fitted no topic, so it joined the outline on the way.</span>
        </li>
      ))}
    </ul>
  )
}

function Outline({ topics }: { readonly topics: readonly Topic[] }) {
  return (
    <details className="topic-list">
      <summary>Outline, {plural(topics.length, 'topic')}</summary>
      <ol>
        {topics.map(({ title, subtopics, found }) => (
          <li key={title}>
            <b className="m5">{title}</b>
            {subtopics.length > 0 && <span className="sm soft">: {subtopics.join('; ')}</span>}
            {found && (
              <span className="sm muted num">
                {' '}
                ({plural(found.passages, 'passage')}, {plural(found.sources, 'source')},{' '}
                {plural(found.searches, 'search', 'searches')})
              </span>
            )}
          </li>
        ))}
      </ol>
    </details>
  )
}
