/** What a model said, as it said it, and the calls that followed. */
import type { RunningStep } from '../../session/running-steps.ts'
import type { SessionLog, Step } from '../../session/session-log.ts'
import { Badge } from '../../ui/badge.tsx'
import { CopyButton } from '../../ui/copy-button.tsx'
import { duration } from '../../ui/format.ts'
import { callsAfter, hasFailed, outputOf, type ReplyPart, replyOf, replyText, unmadeWhy } from '../step-facts.ts'
import { LongText } from './long-text.tsx'
import { prettyText } from './shown-text.ts'

export function ReplySection({ step }: { readonly step: Step }) {
  const reply = replyOf(step)
  const parts = reply.parts ?? []
  const text = replyText(reply)
  const thought = parts.filter(({ type }) => type === 'reasoning')
  const calls = parts.filter(({ type }) => type === 'tool-call')
  return (
    <section>
      <h3>
        Raw reply{' '}
        <span className="muted">
          {duration(step.ms)}
          {reply.finish === undefined ? '' : `, ended: ${reply.finish}`}
        </span>
        <span className="sp" />
        {text !== '' && <CopyButton text={text} label="Copy reply" />}
      </h3>
      {reply.fault !== undefined && <p className="note wait">The loop could not read it: {reply.fault}</p>}
      {thought.map((part, at) => (
        // biome-ignore lint/suspicious/noArrayIndexKey: a reply does not change.
        <details key={at} className="thought">
          <summary>What it thought first</summary>
          <LongText text={part.text ?? ''} />
        </details>
      ))}
      {text !== '' && <LongText text={text} />}
      {calls.map((part) => (
        <CallAsked key={part.id} part={part} />
      ))}
      {text === '' && calls.length === 0 && <p className="sm muted">It said nothing.</p>}
    </section>
  )
}

function CallAsked({ part: { tool, input, fault } }: { readonly part: ReplyPart }) {
  return (
    <div className="grid gap-1">
      <span className="xs muted">
        calls <code>{tool}</code>
        {fault !== undefined && <span className="bad"> {fault}</span>}
      </span>
      <LongText text={typeof input === 'string' ? input : JSON.stringify(input, null, 2)} />
    </div>
  )
}

/** What it says now: it is still being written. */
export function GrowingSection({ running }: { readonly running: RunningStep }) {
  const { text, reasoning, kind } = running
  return (
    <section>
      <h3>
        {kind === 'generate' ? 'Reply' : 'Running'} <span className="muted">not ended yet</span>
      </h3>
      {reasoning !== '' && <LongText text={reasoning} isGrowing={text === ''} />}
      {text !== '' && <LongText text={text} isGrowing />}
      {text === '' && reasoning === '' && <p className="sm muted">Nothing has come yet.</p>}
    </section>
  )
}

type ThenProps = {
  readonly log: SessionLog
  readonly step: Step
  readonly onSelect: (path: string) => void
}

export function ThenSection({ log, step, onSelect }: ThenProps) {
  return callsAfter(log, step).map((call) => {
    const text = outputOf(call).text ?? ''
    const why = unmadeWhy(call)
    return (
      <section key={call.path}>
        <h3>
          Then{' '}
          <button type="button" className="step-link" onClick={() => onSelect(call.path)} title={call.path}>
            {call.name}
          </button>
          <span className="muted">{duration(call.ms)}</span>
          {why !== undefined && <Badge square>{why}</Badge>}
          {hasFailed(call) && (
            <Badge square tone="bad" icon="failed">
              failed
            </Badge>
          )}
        </h3>
        {text !== '' && <LongText text={prettyText(text)} />}
      </section>
    )
  })
}
