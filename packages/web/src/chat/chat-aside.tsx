/** What stands behind an answer: its sources, what is open, what it cost, what it drew on. */
import { Link } from '@tanstack/react-router'
import { BudgetMeter } from '../session/budget-meter.tsx'
import type { LiveSession } from '../session/live-session.ts'
import { useSession } from '../session/use-session.ts'
import { CopyButton } from '../ui/copy-button.tsx'
import { OutsideLink } from '../ui/outside-link.tsx'
import { type CitedSource, sourcesOf } from './citations.ts'
import { memoriesOf, modelsOf, openGap, toolsOf } from './used.ts'

type ChatAsideProps = {
  readonly session: string
  /** The source that was pointed at. */
  readonly source: number | undefined
}

export function ChatAside({ session, source }: ChatAsideProps) {
  const live = useSession(session)
  const gap = openGap(live.log)
  return (
    <aside className="aside" aria-label="About this answer">
      <Sources sources={sourcesOf(live.log.view.details)} shown={source} />
      {gap !== null && (
        <section>
          <h2>Still open</h2>
          <p className="sm soft wrap-anywhere">{gap}</p>
        </section>
      )}
      {live.log.view.definition && (
        <>
          <section>
            <h2>Budget</h2>
            <BudgetMeter live={live} />
          </section>
          <Used live={live} />
        </>
      )}
    </aside>
  )
}

type SourcesProps = { readonly sources: readonly CitedSource[]; readonly shown: number | undefined }

function Sources({ sources, shown }: SourcesProps) {
  if (sources.length === 0) return null
  return (
    <section>
      <h2>
        Sources <span className="muted sm">{sources.length} used</span>
      </h2>
      <ol className="src">
        {sources.map((source) => (
          <Source key={source.number} source={source} isShown={source.number === shown} />
        ))}
      </ol>
    </section>
  )
}

function Source({ source, isShown }: { readonly source: CitedSource; readonly isShown: boolean }) {
  const { number, title, url, note } = source
  const content = (
    <>
      <span className="n">{number}</span>
      <span className="min-w-0 wrap-anywhere">
        <b>{title}</b>
        <small>{note}</small>
      </span>
    </>
  )
  return (
    <li id={`source-${number}`} tabIndex={-1} className={isShown ? 'on' : ''}>
      <OutsideLink href={url} className="src-line">
        {content}
      </OutsideLink>
    </li>
  )
}

function Used({ live }: { readonly live: LiveSession }) {
  const { log } = live
  const memories = memoriesOf(log)
  const tools = toolsOf(log)
  return (
    <section>
      <h2>Used in this thread</h2>
      <dl className="kv">
        {memories.length > 0 && (
          <>
            <dt>Memory</dt>
            <dd>
              <ul className="grid gap-1">
                {memories.map((text) => (
                  <li key={text} className="clamp3">{`“${text}”`}</li>
                ))}
              </ul>
            </dd>
          </>
        )}
        <dt>Models</dt>
        <dd className="wrap-anywhere">{modelsOf(log)}</dd>
        {tools.length > 0 && (
          <>
            <dt>Tools</dt>
            <dd>{tools.map(({ tool, calls }) => (calls === 1 ? tool : `${tool} × ${calls}`)).join(', ')}</dd>
          </>
        )}
        <dt>Session</dt>
        <dd className="row">
          <Link className="mono" to="/sessions/$session/steps" params={{ session: log.id }} title={log.id}>
            {shortId(log.id)}
          </Link>
          <CopyButton text={log.id} label="Copy the id of the session" />
        </dd>
      </dl>
    </section>
  )
}

function shortId(id: string): string {
  return id.length <= 16 ? id : `${id.slice(0, 8)}…${id.slice(-4)}`
}
