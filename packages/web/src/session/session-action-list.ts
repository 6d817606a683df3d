/** What can be done with a session, as the palette lists it. */
import type { Action } from '../shell/actions.ts'
import { type ExportFile, exportFiles } from './export-files.ts'

type Standing = {
  readonly session: string
  /** It runs, and who looks may do something about it. */
  readonly isOpen: boolean
  readonly isPaused: boolean
  /** Whether there is a step to fork at, and who looks may start sessions. */
  readonly canFork: boolean
}

type Doing = {
  readonly send: (action: 'pause' | 'resume' | 'step' | 'finish') => void
  readonly steer: () => void
  readonly abort: () => void
  readonly fork: () => void
  readonly report: () => void
  readonly save: (file: ExportFile) => void
  readonly compare: () => void
  readonly copyLink: () => void
}

export function sessionActions(standing: Standing, doing: Doing): readonly Action[] {
  return [...(standing.isOpen ? interventions(standing, doing) : []), ...others(standing, doing)]
}

function interventions({ isPaused }: Standing, { send, steer, abort }: Doing): readonly Action[] {
  return [
    { does: 'Steer', also: 'guidance message tell', icon: 'steer', run: steer },
    isPaused
      ? { does: 'Resume', also: 'go on', icon: 'play', keys: ['p', 'Escape'], run: () => send('resume') }
      : { does: 'Pause', also: 'hold', icon: 'pause', keys: ['p', 'Escape'], run: () => send('pause') },
    { does: 'Make one step', icon: 'step', keys: ['.'], run: () => send('step') },
    { does: 'Finish', also: 'now with what it has', icon: 'flag', run: () => send('finish') },
    { does: 'Abort', also: 'stop cancel', icon: 'stop', run: abort },
  ]
}

function others({ session, canFork }: Standing, doing: Doing): readonly Action[] {
  const { fork, report, save, compare, copyLink } = doing
  return [
    ...(canFork ? [{ does: 'Fork', also: 'here branch', icon: 'fork', keys: ['f'], run: fork } as const] : []),
    { does: 'Export the report', also: 'markdown save download', icon: 'export', run: report },
    ...exportFiles(session).map(
      (file): Action => ({
        does: `Export: ${file.name.toLowerCase()}`,
        also: `json save download ${file.says}`,
        icon: 'export',
        run: () => save(file),
      }),
    ),
    { does: 'Compare with another session', icon: 'compare', run: compare },
    { does: 'Copy the link', also: 'address url share', icon: 'link', run: copyLink },
  ]
}
