/** What a tool was given, and what it gave. */
import type { Json } from '@gyre/core'
import type { Step } from '../../session/session-log.ts'
import { Badge } from '../../ui/badge.tsx'
import { CopyButton } from '../../ui/copy-button.tsx'
import { hasFailed, inputOf, outputOf, unmadeWhy } from '../step-facts.ts'
import { LongText } from './long-text.tsx'
import { prettyText } from './shown-text.ts'

export function ToolSection({ step }: { readonly step: Step }) {
  const output = outputOf(step)
  const { text = '', data, untrusted } = output
  const suspected = untrusted?.suspected ?? []
  const why = unmadeWhy(step)
  // Marks tell places in the text as it came: it is not put into lines then.
  const shown = suspected.length > 0 ? text : prettyText(text)
  return (
    <>
      <ValueSection title="Input" sub={step.tool ?? ''} value={inputOf(step)} />
      <section>
        <h3>
          Output
          {hasFailed(step) && (
            <Badge square tone="bad" icon="failed">
              failed
            </Badge>
          )}
          {why !== undefined && <Badge square>{why}</Badge>}
          <span className="sp" />
          {text !== '' && <CopyButton text={text} label="Copy output" />}
        </h3>
        {untrusted && (
          <p className="xs muted">
            From outside (<code>{untrusted.from}</code>): the model is shown it as data, not as instructions.
          </p>
        )}
        {suspected.length > 0 && (
          <p className="note wait">
            Parts read like instructions to the model: {[...new Set(suspected.map(({ rule }) => rule))].join(', ')}.
          </p>
        )}
        {text === '' ? <p className="sm muted">No text.</p> : <LongText text={shown} suspected={suspected} />}
      </section>
      {data !== undefined && <ValueSection title="Data" sub="for programs" value={data} />}
    </>
  )
}

type ValueSectionProps = { readonly title: string; readonly sub?: string; readonly value: Json | undefined }

/** Any value, as JSON; a text as it is. */
export function ValueSection({ title, sub = '', value }: ValueSectionProps) {
  if (value === undefined || value === null) return null
  const text = typeof value === 'string' ? value : JSON.stringify(value, null, 2)
  return (
    <section>
      <h3>
        {title} <span className="muted">{sub}</span>
        <span className="sp" />
        <CopyButton text={text} label={`Copy ${title.toLowerCase()}`} />
      </h3>
      <LongText text={text} />
    </section>
  )
}
