/** Two sessions side by side: their steps, what they came to, and their answers. */
import { textOfAnswer } from '@gyre/core/view'
import { Link } from '@tanstack/react-router'
import { TextDiff } from '../diff/text-diff.tsx'
import { isUnknown, type LiveSession } from '../session/live-session.ts'
import type { SessionLog, Step } from '../session/session-log.ts'
import { standingOf } from '../session/standing.ts'
import { useSession } from '../session/use-session.ts'
import { Card } from '../ui/card.tsx'
import { Empty, Failure, Skeleton } from '../ui/states.tsx'
import { AlignedSteps } from './aligned-steps.tsx'
import { ChangeTable } from './change-table.tsx'
import { type Compared, costOf } from './measures.ts'
import { useAlignment } from './use-alignment.ts'

export function TwoSessions({ a, b }: { readonly a: string; readonly b: string }) {
  const [first, second] = [useSession(a), useSession(b)]
  const alignment = useAlignment(first, second)
  const missing = [first, second].find((live) => live.log.facts.length === 0)
  if (missing) return <NotThere live={missing} />
  if (!alignment) return <Skeleton lines={8} />
  const isRelated = alignment.shared.length > 0
  const [one, other] = [comparedOf(first.log, alignment.shared.length), comparedOf(second.log, alignment.shared.length)]
  return (
    <div className="cols compare-two">
      <AlignedSteps a={first.log} b={second.log} alignment={alignment} />
      <div className="stack gap-4">
        <ChangeTable a={one} b={other} isRelated={isRelated} standings={[wordOf(first.log), wordOf(second.log)]} />
        <Answers a={first.log} b={second.log} />
      </div>
    </div>
  )
}

function NotThere({ live }: { readonly live: LiveSession }) {
  const { connection } = live
  if (isUnknown(live)) {
    return (
      <Empty
        icon="ask"
        title="One of the sessions is not there"
        action={
          <Link className="btn" to="/compare" search={{}}>
            Choose others
          </Link>
        }
      >
        It may have been pruned, or the link was cut short.
      </Empty>
    )
  }
  if (connection.state === 'refused') return <Failure error={connection.error} onRetry={live.reconnect} />
  return <Skeleton lines={8} />
}

function wordOf({ view }: SessionLog): string {
  return standingOf(view.status, view.outcome).word
}

/** A fork counts what it took over as used: what it did by itself is told apart. */
function comparedOf({ view, steps }: SessionLog, shared: number): Compared {
  const { modelCalls, toolCalls, inputTokens, outputTokens, costUsd, activeMs } = view.usage
  const own = shared === 0 ? steps : ownSteps(steps, view.definition?.fork?.at)
  return {
    score: view.progress.scores.at(-1) ?? null,
    modelCalls,
    toolCalls,
    tokens: inputTokens + outputTokens,
    costUsd,
    ownCostUsd: costOf(own),
    activeMs,
  }
}

function ownSteps(steps: readonly Step[], forkedAt = 0): readonly Step[] {
  return steps.filter(({ seq }) => seq > forkedAt)
}

function Answers({ a, b }: { readonly a: SessionLog; readonly b: SessionLog }) {
  const [one, other] = [answerOf(a), answerOf(b)]
  if (one === null && other === null) return null
  return (
    <Card title="Answer" sub={one === other ? 'the same' : 'difference'}>
      <TextDiff before={one ?? 'No answer yet.'} after={other ?? 'No answer yet.'} />
    </Card>
  )
}

function answerOf({ view }: SessionLog): string | null {
  return view.answer === null ? null : textOfAnswer(view.answer)
}
