/** A conversation: its turns, what stands behind the one that is looked at, and the box for the next message. */
import { useNavigate } from '@tanstack/react-router'
import { useCallback, useEffect, useState } from 'react'
import { useAskAgain } from '../api/subjects.ts'
import type { LiveSession } from '../session/live-session.ts'
import { useShortcuts } from '../shell/shortcuts.ts'
import { Button } from '../ui/button.tsx'
import { copyText } from '../ui/copy-text.ts'
import { Announcements } from './announcements.tsx'
import { answerPicture } from './answer-picture.ts'
import { BranchedFrom } from './branched-from.tsx'
import { ChatAside } from './chat-aside.tsx'
import { FinishNow } from './chat-controls.tsx'
import { Composer } from './composer.tsx'
import { composerMode } from './composer-mode.ts'
import { JumpToLatest } from './jump-to-latest.tsx'
import type { Turn } from './thread-query.ts'
import { LiveTurn, PastTurn } from './turn.tsx'
import { useChoice } from './use-choice.ts'
import { useSending } from './use-sending.ts'
import { useKeptPlace } from './use-stick-to-end.ts'

type ConversationProps = {
  readonly thread: string
  readonly turns: readonly Turn[]
  readonly newest: Turn
  readonly live: LiveSession
  /** Whether the newest turn is not over. */
  readonly isOpen: boolean
  readonly isInterrupted: boolean
  /** The turn that is looked at. */
  readonly selected: string
  readonly onEarlier: (() => void) | undefined
}

export function Conversation(props: ConversationProps) {
  const { thread, turns, newest, live, isOpen, isInterrupted, selected, onEarlier } = props
  const choosing = useChoice(newest.persona ?? newest.loop)
  const sending = useSending({ thread, running: isOpen ? newest.id : undefined })
  const [passed, setPassed] = useState<string | undefined>()
  const mode = composerMode(isOpen, live.log.view.questions.values(), passed)
  const [source, setSource] = useState<number | undefined>()
  const onShow = useShow(thread, setSource)
  const watched = useWatched(newest.id)
  useKeptPlace(turns[0]?.id)
  useRereadAtEnd(thread, live)
  useCopyKey(live)
  // What failed is told above the box.
  const sendNow = (text: string) => {
    const { chosen } = choosing
    if (chosen) void sending.send({ text, files: [], choice: chosen }).catch(() => undefined)
  }
  const turnOf = (turn: Turn, place: number) => {
    const isAgain = turns[place - 1]?.goal === turn.goal
    const common = { turn, isAgain, choice: choosing.chosen, onShow }
    const isNewest = turn.id === newest.id
    if (!isNewest && turn.id !== selected && !watched.includes(turn.id)) return <PastTurn key={turn.id} {...common} />
    const onSendNow = isNewest && !isOpen && !sending.isSending ? sendNow : undefined
    const standing = { isNewest, isInterrupted: isNewest && isInterrupted, onSendNow }
    return <LiveTurn key={turn.id} {...common} {...standing} />
  }
  return (
    <>
      <div className="chat">
        <section className="log" role="log" aria-label="Conversation" aria-busy={isOpen && isAtWork(live)}>
          <div className="thread">
            {onEarlier && (
              <Button mini icon="up" className="justify-self-center" onClick={onEarlier}>
                Earlier messages
              </Button>
            )}
            {!onEarlier && <BranchedFrom thread={thread} first={turns[0]?.id === newest.id ? live : undefined} />}
            {turns.map(turnOf)}
          </div>
          {/* What is over is read from its beginning. */}
          <JumpToLatest
            live={live}
            turns={turns.length}
            start={isOpen && selected === newest.id ? undefined : selected}
          />
        </section>
        <ChatAside session={selected} source={source} />
      </div>
      <Announcements key={live.log.id} live={live} />
      <Composer
        key={thread}
        draftOf={thread}
        mode={mode}
        onSwitch={() => setPassed(mode.kind === 'answer' ? mode.question.path : undefined)}
        choosing={choosing}
        sending={sending}
        actions={isOpen && <FinishNow live={live} />}
      />
    </>
  )
}

/** Who waits for a person writes nothing. */
function isAtWork({ log }: LiveSession): boolean {
  return log.view.status !== 'waiting' && log.view.status !== 'paused'
}

/** Turns that were watched until the next one began stay as they were: nothing folds up below a reader. */
function useWatched(newest: string): readonly string[] {
  const [watched, setWatched] = useState([newest])
  if (!watched.includes(newest)) setWatched([...watched, newest].slice(-mostWatched))
  return watched
}

/** A browser keeps few sessions at hand. */
const mostWatched = 3

/** Shows what stands behind a turn, and of it one source. */
function useShow(thread: string, setSource: (source: number | undefined) => void) {
  const navigate = useNavigate()
  return useCallback(
    (session: string, source?: number) => {
      setSource(source)
      void navigate({ to: '/chat/$thread', params: { thread }, search: { session }, replace: true, resetScroll: false })
      if (source !== undefined) setTimeout(() => showSource(source), drawnMs)
    },
    [navigate, thread, setSource],
  )
}

/** By then the page has drawn what it was told to. */
const drawnMs = 60

function showSource(number: number): void {
  const shown = document.getElementById(`source-${number}`)
  shown?.scrollIntoView({ block: 'nearest' })
  shown?.focus({ preventScroll: true })
}

/** The conversation is read again when its newest session has ended: then it tells the answer. */
function useRereadAtEnd(thread: string, { log }: LiveSession): void {
  const askAgain = useAskAgain()
  const { id, hasEnded } = log
  // biome-ignore lint/correctness/useExhaustiveDependencies: another session that has ended is another end.
  useEffect(() => {
    if (!hasEnded) return
    void askAgain(['thread', thread], ['sessions'])
  }, [askAgain, thread, id, hasEnded])
}

function useCopyKey(live: LiveSession): void {
  useShortcuts({
    '$mod+Shift+;': {
      does: 'Copy the answer',
      run: () => {
        const answer = answerPicture(live.log, true)
        if (answer) void copyText(answer.text)
      },
    },
  })
}
