/** Runs a session again from its journal, with no model and no tool, and says what differs. */
import type { ReactElement } from 'react'
import { Badge } from '../ui/badge.tsx'
import { Button } from '../ui/button.tsx'
import { Dialog } from '../ui/dialog.tsx'
import { plural } from '../ui/format.ts'
import { Failure } from '../ui/states.tsx'
import { type Replayed, useReplayCheck } from './steps-queries.ts'

type ReplayCheckProps = {
  readonly session: string
  readonly open: boolean
  readonly onOpenChange: (open: boolean) => void
}

export function ReplayCheck({ session, open, onOpenChange }: ReplayCheckProps): ReactElement {
  const check = useReplayCheck(session)
  return (
    <Dialog title="Replay check" open={open} onOpenChange={onOpenChange}>
      <p className="sm soft">
        The loop runs again over what is recorded. No model is asked and no tool runs. It comes to the same unless the
        loop or its prompts have changed since.
      </p>
      {check.data && <Found replayed={check.data} />}
      {check.error && <Failure error={check.error} doing="The replay" />}
      <div className="row justify-end">
        <Button look="primary" icon="replay" busy={check.isPending} onClick={() => check.mutate()}>
          {check.data ? 'Check again' : 'Check'}
        </Button>
      </div>
    </Dialog>
  )
}

function Found({ replayed: { isEqual, drift, unused, error } }: { readonly replayed: Replayed }) {
  return (
    <div className="grid gap-2" role="status">
      {isEqual ? (
        <Badge tone="ok" icon="done">
          Equal: same steps, same requests, same end
        </Badge>
      ) : (
        <Badge tone="wait" icon="alert">
          It would not run the same
        </Badge>
      )}
      {error && (
        <p className="sm bad">
          {error.message} {error.fix}
        </p>
      )}
      {drift.length > 0 && (
        <>
          <p className="sm">{plural(drift.length, 'request')} would not be what it was:</p>
          <ul className="drift">
            {drift.map((each) => (
              <li key={JSON.stringify(each)} className="code">
                {driftText(each)}
              </li>
            ))}
          </ul>
        </>
      )}
      {unused.length > 0 && (
        <p className="sm">
          Recorded, and not asked for any more: <code>{unused.join(', ')}</code>
        </p>
      )}
    </div>
  )
}

function driftText(drift: unknown): string {
  const { path, ...rest } = (drift ?? {}) as { readonly path?: unknown }
  return typeof path === 'string' ? `${path}\n${JSON.stringify(rest, null, 1)}` : JSON.stringify(drift)
}
