/** Takes a line that was left in a new session: it forks after the level was judged, and tells the thinkers to go on from it. */
import { useNavigate } from '@tanstack/react-router'
import { useId, useState } from 'react'
import { useFork } from '../../api/forks.ts'
import { Button } from '../../ui/button.tsx'
import { Dialog } from '../../ui/dialog.tsx'
import { Failure } from '../../ui/states.tsx'
import { guidanceFor } from './explore-guidance.ts'
import type { Thought } from './tree-picture.ts'

type ExploreProps = {
  readonly thought: Thought
  readonly thoughts: readonly Thought[]
  readonly session: string
  readonly onClose: () => void
}

export function ExploreThought({ thought, thoughts, session, onClose }: ExploreProps) {
  const [steer, setSteer] = useState(() => guidanceFor(thought, thoughts))
  const field = useId()
  const navigate = useNavigate()
  const fork = useFork(session)
  const { forkAt } = thought
  const explore = (at: number) =>
    fork.mutate(
      { at, steer },
      { onSuccess: ({ id }) => void navigate({ to: '/sessions/$session', params: { session: id } }) },
    )
  return (
    <Dialog title="Explore this instead" open onOpenChange={(isOpen) => !isOpen && onClose()}>
      <p className="sm soft">
        A new session keeps everything up to here, and its next thoughts are told this. This session stays as it is.
      </p>
      <div className="grid gap-1">
        <label htmlFor={field} className="sm">
          Guidance
        </label>
        <textarea
          id={field}
          className="field"
          rows={6}
          value={steer}
          onChange={({ target }) => setSteer(target.value)}
        />
      </div>
      {fork.error && <Failure error={fork.error} doing="Forking" />}
      <div className="row justify-end">
        <Button onClick={onClose}>Cancel</Button>
        <Button
          look="primary"
          icon="fork"
          busy={fork.isPending}
          disabled={forkAt === null || steer.trim() === ''}
          onClick={() => forkAt !== null && explore(forkAt)}
        >
          Fork and explore
        </Button>
      </div>
    </Dialog>
  )
}
