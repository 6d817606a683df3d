/** How a call went, in an icon and a tint, before what it gave. */
import { Tag, type Tone } from '../../ui/badge.tsx'
import type { IconName } from '../../ui/icon.tsx'
import type { CallState } from './made-call.ts'

type Look = { readonly tone: Tone; readonly icon: IconName; readonly word: string }

const looks: Readonly<Record<CallState, Look>> = {
  running: { tone: 'acc', icon: 'gyre', word: 'running' },
  waiting: { tone: 'wait', icon: 'ask', word: 'waits for you' },
  done: { tone: 'ok', icon: 'check', word: 'done' },
  failed: { tone: 'bad', icon: 'failed', word: 'failed' },
  refused: { tone: 'idle', icon: 'parallel', word: 'not made' },
  'not-made': { tone: 'idle', icon: 'stop', word: 'not made' },
  next: { tone: 'idle', icon: 'ring', word: 'next' },
}

/** The word is shown where nothing else says it, and told always. */
export function CallTag({ state, isQuiet = false }: { readonly state: CallState; readonly isQuiet?: boolean }) {
  const { tone, icon, word } = looks[state]
  return (
    <Tag tone={tone} icon={icon} spins={state === 'running'}>
      <span className={isQuiet ? 'vh' : ''}>{word}</span>
    </Tag>
  )
}
