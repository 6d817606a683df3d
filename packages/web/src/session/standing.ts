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

/** How it ended, such as `limit:calls`; or what it is doing. */
export function standingOf(status: string, outcome: string | null): Standing {
  if (outcome !== null) return ended(outcome)
  return statuses[status] ?? { word: status, tone: 'acc', icon: 'gyre', spins: true }
}

function ended(outcome: string): Standing {
  const [kind = '', why] = outcome.split(':')
  const known = outcomes[kind] ?? still(kind, 'idle', 'ring')
  return why === undefined ? known : { ...known, word: `${known.word}: ${why.replaceAll('-', ' ')}` }
}
