/** What a session came to: the answer with its sources, what is open, and where it was sent. */
import { useQuery } from '@tanstack/react-query'
import { useMemo } from 'react'
import { api } from '../api/client.ts'
import { Answer } from '../chat/answer.tsx'
import { type CitedSource, sourcesOf } from '../chat/citations.ts'
import type { LiveSession } from '../session/live-session.ts'
import { StoppedHere } from '../session/stopped-here.tsx'
import type { Controls } from '../session/use-controls.ts'
import { Badge } from '../ui/badge.tsx'
import { Button } from '../ui/button.tsx'
import { Card } from '../ui/card.tsx'
import { CopyButton } from '../ui/copy-button.tsx'
import { plural } from '../ui/format.ts'
import { OutsideLink } from '../ui/outside-link.tsx'
import { Empty } from '../ui/states.tsx'
import { type Quote, quotesIn, type ResultPicture, resultPicture } from './result-picture.ts'
import { saveReport } from './result-report.ts'

type ResultCardProps = { readonly live: LiveSession; readonly controls: Controls }

export function ResultCard({ live, controls }: ResultCardProps) {
  const { log } = live
  const result = resultPicture(log)
  return (
    <Card
      id="result"
      title={log.hasEnded ? 'Result' : 'Result so far'}
      sub={result && !result.isFinal ? 'not final' : undefined}
      actions={
        result && (
          <>
            <CopyButton text={result.text} label="Copy result" />
            <Button look="ghost" mini icon="export" label="Export as Markdown" onClick={() => saveReport(log)} />
          </>
        )
      }
    >
      <div className="stack">
        {result ? <Result live={live} result={result} controls={controls} /> : <NoResult hasEnded={log.hasEnded} />}
        {(log.view.definition?.deliver?.length ?? 0) > 0 && <Deliveries session={log.id} hasEnded={log.hasEnded} />}
      </div>
    </Card>
  )
}

function NoResult({ hasEnded }: { readonly hasEnded: boolean }) {
  return hasEnded ? (
    <Empty title="There is no answer">It ended before one was written. What it did is in the timeline.</Empty>
  ) : (
    <Empty title="Nothing yet">As soon as it has something to show, it stands here.</Empty>
  )
}

function Result({ live, result, controls }: ResultCardProps & { readonly result: ResultPicture }) {
  const { details } = live.log.view
  const sources = useMemo(() => sourcesOf(details), [details])
  const quotes = useMemo(() => quotesIn(details), [details])
  return (
    <>
      {result.data === undefined ? (
        <Answer text={result.text} sources={sources} onSource={showSource} />
      ) : (
        <pre className="code">{JSON.stringify(result.data, null, 2)}</pre>
      )}
      {result.isUnfinished && <StoppedHere />}
      {result.score !== undefined && (
        <p className="meta">
          <span>
            Score <b>{result.score}</b>
          </span>
        </p>
      )}
      {result.gap !== undefined && (
        <p className="note wait">
          <span className="wrap-anywhere">
            <b>Still open.</b> {result.gap}
          </span>
        </p>
      )}
      {!result.isFinal && (
        <Button
          icon="flag"
          className="justify-self-start"
          disabled={controls.barred !== undefined}
          title={controls.barred}
          onClick={controls.finish}
        >
          Finish with this
        </Button>
      )}
      {sources.length > 0 && <Sources sources={sources} quotes={quotes} />}
    </>
  )
}

function showSource(number: number): void {
  const source = document.getElementById(`result-source-${number}`)
  source?.closest('details')?.setAttribute('open', '')
  source?.scrollIntoView({ block: 'center' })
  source?.focus()
}

const mostQuotes = 5

function Sources({ sources, quotes }: { readonly sources: readonly CitedSource[]; readonly quotes: readonly Quote[] }) {
  return (
    <details className="sm">
      <summary>{plural(sources.length, 'source')}</summary>
      <ol className="grid gap-2 mt-2">
        {sources.map(({ number, title, url, note }) => (
          <li key={number} id={`result-source-${number}`} tabIndex={-1} className="wrap-anywhere">
            <span className="num muted">{number}. </span>
            <OutsideLink href={url} className="m5">
              {title}
            </OutsideLink>
            {note !== '' && <span className="muted">, {note}</span>}
            <Quotes quotes={quotes.filter((quote) => quote.number === number)} />
          </li>
        ))}
      </ol>
    </details>
  )
}

function Quotes({ quotes }: { readonly quotes: readonly Quote[] }) {
  if (quotes.length === 0) return null
  return (
    <ul className="quotes">
      {quotes.slice(0, mostQuotes).map(({ sentence, isWeak }) => (
        <li key={sentence}>
          “{sentence}” {isWeak && <span className="wait">not borne out</span>}
        </li>
      ))}
      {quotes.length > mostQuotes && <li className="muted">and {quotes.length - mostQuotes} more</li>}
    </ul>
  )
}

const tones = { pending: 'wait', delivered: 'ok', failed: 'bad' } as const

/** Where the result goes, and whether it has arrived. */
function Deliveries({ session, hasEnded }: { readonly session: string; readonly hasEnded: boolean }) {
  const { data = [] } = useQuery({
    queryKey: ['deliveries', session, hasEnded],
    queryFn: async () =>
      (await (await api.sessions[':id'].deliveries.$get({ param: { id: session } })).json()).deliveries,
    refetchInterval: ({ state }) => (state.data?.some((each) => each.state === 'pending') ? 5000 : false),
  })
  return (
    <ul className="grid gap-1 sm" aria-label="Deliveries">
      {data.map(({ target, state, attempts, error }) => (
        <li key={target} className="row wrap">
          <Badge tone={tones[state]} square>
            {state}
          </Badge>
          <code>{target}</code>
          {attempts > 1 && <span className="muted">{attempts} attempts</span>}
          {error !== null && <span className="bad wrap-anywhere">{error}</span>}
        </li>
      ))}
    </ul>
  )
}
