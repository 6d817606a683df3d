/** A turn of a conversation: what was said, and the session that answers it. */
import type { Json } from '@gyre/core'
import { textOfAnswer } from '@gyre/core/view'
import { useQuery } from '@tanstack/react-query'
import { memo, type ReactNode, useCallback, useMemo } from 'react'
import { loopsQuery } from '../api/loops.ts'
import { QuestionCards } from '../reasoning/question-card.tsx'
import { Clock } from '../session/clock.tsx'
import { ConnectionNote } from '../session/connection-note.tsx'
import type { LiveSession } from '../session/live-session.ts'
import { PlanChecklist } from '../session/plan-checklist.tsx'
import { StandingTag } from '../session/standing-badge.tsx'
import { StatusLine } from '../session/status-line.tsx'
import { StoppedHere } from '../session/stopped-here.tsx'
import { useSession } from '../session/use-session.ts'
import { Button } from '../ui/button.tsx'
import { duration, money, plural, shortCount } from '../ui/format.ts'
import { Skeleton } from '../ui/states.tsx'
import { Answer } from './answer.tsx'
import { answerPicture } from './answer-picture.ts'
import { Avatar } from './avatar.tsx'
import type { Choice } from './choices.ts'
import { sourcesOf } from './citations.ts'
import { Message } from './message.tsx'
import { Steering } from './steering.tsx'
import { Thoughts } from './thoughts.tsx'
import type { Turn } from './thread-query.ts'
import { AskAgain, TurnActions } from './turn-actions.tsx'
import { TurnEnd } from './turn-end.tsx'

type TurnProps = {
  readonly turn: Turn
  readonly choice: Choice | undefined
  /** The same was asked right before. */
  readonly isAgain: boolean
  /** Shows a source of this turn, or without a number all that is known of it. */
  readonly onShow: (session: string, source?: number) => void
}

const noSources: ReturnType<typeof sourcesOf> = []

/** One that is over, as the conversation tells it: the rest of it is read when somebody wants to see it. */
export const PastTurn = memo(function PastTurn({ turn, choice, isAgain, onShow }: TurnProps) {
  const { id, answer, usage } = turn
  const text = answer === null ? undefined : textOfAnswer(answer as Json)
  const onSource = useCallback((source: number) => onShow(id, source), [onShow, id])
  return (
    <>
      <Message turn={turn} choice={choice} files={[]} />
      <article className="ans" id={id}>
        <Who turn={turn} isAgain={isAgain}>
          {turn.outcome !== 'answered' && <StandingTag status={turn.status} outcome={turn.outcome} />}
          {usage?.activeMs !== undefined && <span className="num">{duration(usage.activeMs)}</span>}
        </Who>
        {text !== undefined && <Answer text={text} sources={noSources} onSource={onSource} />}
        <TurnActions session={id} answer={text}>
          <Button look="ghost" mini icon="eye" onClick={() => onShow(id)}>
            Show details
          </Button>
        </TurnActions>
      </article>
    </>
  )
})

type LiveTurnProps = TurnProps & {
  readonly isNewest: boolean
  readonly isInterrupted: boolean
  /** Says it as the next message of the conversation. */
  readonly onSendNow: ((text: string) => void) | undefined
}

/** The one that runs, or that somebody looks at: with all that is known of it. */
export function LiveTurn(props: LiveTurnProps) {
  const { turn, choice, isAgain, onShow, isNewest, isInterrupted, onSendNow } = props
  const live = useSession(turn.id)
  const { view, hasEnded, steps } = live.log
  const { data: loops = [] } = useQuery(loopsQuery)
  const speaksAnswer = loops.some(({ name, traits }) => name === turn.loop && traits.speaksAnswer === true)
  const answer = answerPicture(live.log, speaksAnswer)
  return (
    <>
      <Message turn={turn} choice={choice} files={fileNames(live)} />
      <article className="ans" id={turn.id}>
        <Who turn={turn} isAgain={isAgain}>
          <Took live={live} />
        </Who>
        <ConnectionNote live={live} />
        {!view.definition && <Skeleton lines={3} />}
        {isWorking(live) && !isInterrupted && <StatusLine live={live} />}
        <QuestionCards live={live} />
        <PlanChecklist live={live} />
        <Steering live={live} onSendNow={hasEnded ? onSendNow : undefined} />
        <Thoughts live={live} answer={answer?.text} />
        <ShownAnswer live={live} answer={answer} onShow={onShow} />
        <TurnEnd live={live} isInterrupted={isInterrupted} />
        {hasEnded && (
          <TurnActions session={turn.id} answer={answer?.text} spent={spentText(live)}>
            {isNewest && choice && <AskAgain live={live} choice={choice} />}
          </TurnActions>
        )}
        {!hasEnded && steps.length > 0 && <TurnActions session={turn.id} answer={undefined} />}
      </article>
    </>
  )
}

/** What waits or is paused says so in a card of its own. */
function isWorking({ log }: LiveSession): boolean {
  const { definition, status } = log.view
  return definition !== undefined && !log.hasEnded && status !== 'waiting' && status !== 'paused'
}

type ShownAnswerProps = {
  readonly live: LiveSession
  readonly answer: ReturnType<typeof answerPicture>
  readonly onShow: TurnProps['onShow']
}

function ShownAnswer({ live, answer, onShow }: ShownAnswerProps) {
  const { id, view } = live.log
  const sources = useMemo(() => sourcesOf(view.details), [view.details])
  const onSource = useCallback((source: number) => onShow(id, source), [onShow, id])
  if (!answer) return null
  return (
    <>
      <Answer text={answer.text} isStreaming={answer.isStreaming} sources={sources} onSource={onSource} />
      {answer.isUnfinished && <StoppedHere />}
    </>
  )
}

type WhoProps = Pick<TurnProps, 'turn' | 'isAgain'> & { readonly children: ReactNode }

function Who({ turn, isAgain, children }: WhoProps) {
  const { persona, loop } = turn
  return (
    <div className="who">
      <Avatar name={persona ?? loop} loop={loop} />
      <h2>
        <span className="vh">Answer of </span>
        {persona ?? loop}
      </h2>
      {persona !== null && <span>{loop}</span>}
      {isAgain && <span>asked again</span>}
      {children}
    </div>
  )
}

/** How long it works already, or took; waiting for people is not counted at the end. */
function Took({ live }: { readonly live: LiveSession }) {
  const { log } = live
  if (log.startedAt === 0) return null
  return <span className="num">{log.hasEnded ? duration(log.view.activeMs) : <Clock since={log.startedAt} />}</span>
}

function spentText({ log }: LiveSession): string {
  const { modelCalls, toolCalls, inputTokens, outputTokens, costUsd } = log.view.usage
  return [
    plural(modelCalls, 'call'),
    ...(toolCalls > 0 ? [plural(toolCalls, 'tool call')] : []),
    `${shortCount(inputTokens + outputTokens)} tokens`,
    money(costUsd),
  ].join(', ')
}

/** Pictures have no name. */
function fileNames({ log }: LiveSession): readonly string[] {
  const files = (log.view.definition?.task.files ?? []) as readonly {
    readonly name?: string
    readonly mediaType?: string
  }[]
  return files.map(({ name, mediaType }) => name ?? `a picture, ${mediaType}`)
}
