/** What can be done with an answer: copied, asked for again, looked behind. */
import { Link } from '@tanstack/react-router'
import type { ReactNode } from 'react'
import { useMay } from '../api/me.ts'
import type { StartBody } from '../api/start.ts'
import { useStart } from '../api/start.ts'
import type { LiveSession } from '../session/live-session.ts'
import { Button } from '../ui/button.tsx'
import { CopyButton } from '../ui/copy-button.tsx'
import { Icon } from '../ui/icon.tsx'
import { tellFailure } from '../ui/toasts.tsx'
import type { Choice } from './choices.ts'
import { namedBy } from './use-sending.ts'

type TurnActionsProps = {
  readonly session: string
  readonly answer: string | undefined
  /** What it took, in a few words. */
  readonly spent?: string
  readonly children?: ReactNode
}

export function TurnActions({ session, answer, spent, children }: TurnActionsProps) {
  return (
    <div className="acts">
      {answer !== undefined && <CopyButton text={answer} label="Copy the answer" />}
      {children}
      <Link className="btn ghost mini" to="/sessions/$session" params={{ session }}>
        <Icon name="plan" />
        Open reasoning
      </Link>
      {spent !== undefined && <span className="xs muted num px-2">{spent}</span>}
    </div>
  )
}

type AskAgainProps = {
  readonly live: LiveSession
  /** Who is asked: whoever is picked in the composer. */
  readonly choice: Choice
}

/** The same question once more, told what the first was told: the conversation goes on from the newer answer. */
export function AskAgain({ live, choice }: AskAgainProps) {
  const start = useStart()
  const mayRun = useMay('user')
  const { definition } = live.log.view
  if (!definition) return null
  const { task, thread } = definition
  const body = {
    goal: task.goal,
    messages: task.messages as unknown as StartBody['messages'],
    files: task.files as StartBody['files'],
    ...namedBy(choice),
    thread,
  }
  return (
    <Button
      look="ghost"
      mini
      icon="replay"
      busy={start.isPending}
      disabled={!mayRun}
      onClick={() => start.mutate(body, { onError: (error) => tellFailure('Asking again', error) })}
    >
      Ask again as {choice.name}
    </Button>
  )
}
