/** How a call stands, in an icon, a word and a tint. */
import type { Tone } from '../../ui/badge.tsx'
import type { IconName } from '../../ui/icon.tsx'
import type { CallState, WaveCall } from './waves-picture.ts'

export type CallSign = {
  readonly icon: IconName
  readonly tone: Tone
  readonly word: string
  /** The class of its box. */
  readonly box: string
}

const signs: Readonly<Record<CallState, CallSign>> = {
  ok: { icon: 'check', tone: 'ok', word: 'done', box: 'done' },
  empty: { icon: 'half', tone: 'wait', word: 'gave nothing', box: 'done' },
  failed: { icon: 'failed', tone: 'bad', word: 'failed', box: 'done' },
  'not-made': { icon: 'x', tone: 'idle', word: 'not made', box: 'todo-s' },
  asking: { icon: 'ask', tone: 'wait', word: 'waits for you', box: 'ask' },
  running: { icon: 'gyre', tone: 'acc', word: 'running', box: 'now' },
  waiting: { icon: 'clock', tone: 'idle', word: 'next', box: 'todo-s' },
  left: { icon: 'x', tone: 'idle', word: 'not begun', box: 'todo-s' },
}

/** A call that was the same as one before it was not made, whatever that one gave. */
export function signOf({ state, sameAs }: Pick<WaveCall, 'state' | 'sameAs'>): CallSign {
  return sameAs === null ? signs[state] : { ...signs['not-made'], word: `same as ${sameAs}, not made again` }
}
