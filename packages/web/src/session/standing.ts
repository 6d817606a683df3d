/** How a session stands, in a word, an icon and a tint: the same wherever it is shown. */
import type { Tone } from '../ui/badge.tsx'
import type { IconName } from '../ui/icon.tsx'

export type Standing = { readonly word: string; readonly tone: Tone; readonly icon: IconName; readonly spins: boolean }

const still = (word: string, tone: Tone, icon: IconName): Standing => ({ word, tone, icon, spins: false })

const statuses: Readonly<Record<string, Standing>> = {
  queued: still('queued', 'idle', 'clock'),
  waiting: still('waits for you', 'wait', 'ask'),
  paused: still('paused', 'hold', 'pause'),
  interrupted: still('interrupted', 'bad', 'alert'),
}

const outcomes: Readonly<Record<string, Standing>> = {
  answered: still('answered', 'ok', 'done'),
  gap_open: still('gap open', 'wait', 'half'),
  limit: still('limit', 'wait', 'half'),
  stuck: still('stuck', 'bad', 'failed'),
  blocked: still('blocked', 'bad', 'failed'),
  failed: still('failed', 'bad', 'failed'),
  aborted: still('aborted', 'idle', 'stop'),
}

/** Why it ended so, by the word of the loop; others say it by themselves: `limit:turns`. */
const reasons: Readonly<Record<string, string>> = {
  'limit:calls': 'model calls',
  'limit:tools': 'tool calls',
  'stuck:given-up': 'it gave up',
  'stuck:unreadable': 'nothing it said could be read',
  'stuck:duplicate': 'the same call again and again',
  'stuck:failures': 'too many failures',
  'stuck:no-tools': 'no tool may be used',
  'stuck:plan': 'no plan could be made',
  'failed:model-auth': 'the provider refused the key',
  'failed:model-unavailable': 'the model cannot be reached',
  'failed:model-overflow': 'too long for the model',
  'failed:model-failed': 'the model failed',
  'failed:loop-failed': 'the loop failed',
  'failed:output-invalid': 'the answer has the wrong form',
  'failed:budget-exhausted': 'the budget is spent',
  'failed:price-unknown': 'the price is unknown',
}

/** How it ended, such as `limit:calls`; or what it is doing. */
export function standingOf(status: string, outcome: string | null): Standing {
  if (outcome !== null) return ended(outcome)
  return statuses[status] ?? { word: status, tone: 'acc', icon: 'gyre', spins: true }
}

function ended(outcome: string): Standing {
  const [kind = '', why] = outcome.split(':')
  const known = outcomes[kind] ?? still(kind, 'idle', 'ring')
  return why === undefined
    ? known
    : { ...known, word: `${known.word}: ${reasons[outcome] ?? why.replaceAll('-', ' ')}` }
}
