/** Direct and chain of thought: the answer as it comes, who gives it, and what it cost; the vote where there are several. */
import type { SessionLog } from '../../session/session-log.ts'
import { retrying } from '../../session/status-line-picture.ts'
import { Badge, Tag } from '../../ui/badge.tsx'
import { Card } from '../../ui/card.tsx'
import { CopyButton } from '../../ui/copy-button.tsx'
import { duration, money, plural } from '../../ui/format.ts'
import { Busy, Icon } from '../../ui/icon.tsx'
import { Markdown } from '../../ui/markdown.tsx'
import { Empty, Skeleton } from '../../ui/states.tsx'
import type { FamilyViewProps } from '../family-views.tsx'
import { StepLink } from '../loop/step-link.tsx'
import { type AnswerPicture, answerPicture } from './answer-picture.ts'
import { SamplesCard } from './samples-card.tsx'

export function AnswerView({ live, loop, base }: FamilyViewProps) {
  const { log } = live
  const picture = answerPicture(log, base)
  const { answer, samples } = picture
  const persona = log.view.definition?.persona?.name ?? loop
  return (
    <>
      <Card
        title="Answer"
        sub={<AnswerSub picture={picture} persona={persona} />}
        actions={answer === '' ? undefined : <CopyButton text={answer} label="Copy the answer" />}
      >
        <AnswerBody picture={picture} again={againOf(log)} />
        <AnswerFoot picture={picture} session={log.id} />
      </Card>
      {samples.length > 0 && <SamplesCard picture={picture} session={log.id} />}
    </>
  )
}

function AnswerSub({
  picture: { model, memories },
  persona,
}: {
  readonly picture: AnswerPicture
  readonly persona: string
}) {
  return (
    <>
      by <b>{persona}</b>
      {model !== null && (
        <span className="desk">
          {' '}
          with <code>{model}</code>
        </span>
      )}
      {memories > 0 && `, ${plural(memories, 'memory', 'memories')} put before it`}
    </>
  )
}

/** A model that is asked again, as it was refused or did not answer. */
function againOf({ running }: SessionLog): string | undefined {
  const [told] = running.all.flatMap(({ data }) => retrying(data) ?? [])
  return told === undefined ? undefined : told.charAt(0).toUpperCase() + told.slice(1)
}

function AnswerBody({ picture, again }: { readonly picture: AnswerPicture; readonly again: string | undefined }) {
  const { state, answer, thought, failure, isPiece, isOver, samples } = picture
  const isStreaming = state === 'running' && samples.length === 0
  return (
    <div className="stack">
      {thought !== '' && (
        <details className="lead" open={isStreaming && answer === ''}>
          <summary>
            <Icon name="think" small /> What led to it
          </summary>
          <p className="whitespace-pre-wrap">{thought}</p>
        </details>
      )}
      {answer !== '' && (
        <div role="log" aria-busy={isStreaming} aria-label="Answer">
          <Markdown text={answer} isStreaming={isStreaming} />
        </div>
      )}
      {answer === '' && state === 'running' && (
        <p className="acc sm" role="status">
          <Busy small /> {again ?? (samples.length > 0 ? 'The chains are under way.' : 'The answer is on its way.')}
        </p>
      )}
      {answer === '' && state === 'waiting' && !isOver && <Skeleton />}
      {answer === '' && isOver && (
        <Empty icon="failed" title="There is no answer">
          {failure ?? 'Nothing was said that could be read.'}
        </Empty>
      )}
      {isPiece && (
        <Tag tone="wait" icon="half">
          cut off before its end
        </Tag>
      )}
    </div>
  )
}

function AnswerFoot({ picture, session }: { readonly picture: AnswerPicture; readonly session: string }) {
  const { path, model, costUsd, ms, failure, answer } = picture
  if (model === null) return null
  return (
    <p className="row wrap sm muted num mt-3">
      <Badge>{money(costUsd)}</Badge>
      {ms > 0 && <span>{duration(ms)}</span>}
      {failure !== null && answer !== '' && (
        <Tag tone="bad" icon="failed">
          {failure}
        </Tag>
      )}
      {path !== null && (
        <StepLink session={session} path={path}>
          Step {path}
        </StepLink>
      )}
    </p>
  )
}
