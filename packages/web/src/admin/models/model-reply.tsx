/** What came of asking a model once: its words, how long it took and what it cost, or why there are none. */
import type { ModelReply } from '../../api/models.ts'
import { Tag } from '../../ui/badge.tsx'
import { count, duration, money } from '../../ui/format.ts'

type ReplyLineProps = {
  readonly reply: ModelReply
  /** Its words stand elsewhere. */
  readonly isBrief?: boolean
}

export function ReplyLine({ reply, isBrief = false }: ReplyLineProps) {
  const { ok, error, latencyMs, usage, costUsd, text } = reply
  return (
    <div className="grid gap-1 sm" role="status">
      <p className="row wrap">
        <Tag tone={ok ? 'ok' : 'bad'} icon={ok ? 'done' : 'failed'}>
          {ok ? 'answers' : 'failed'}
        </Tag>
        <span className="muted num">
          {duration(latencyMs)}
          {usage && `, ${count(usage.inputTokens + usage.outputTokens)} tokens, ${money(costUsd)}`}
        </span>
      </p>
      {error && (
        <p className="bad">
          {error.message} {error.fix} <code className="xs">{error.code}</code>
        </p>
      )}
      {!error && !isBrief && <p className="soft reply-words">{text === '' ? 'It answered without words.' : text}</p>}
    </div>
  )
}
