/** Changing what is left of a plan: steps are added, taken out, put in another order and given other goals. */
import { useMutation } from '@tanstack/react-query'
import { useState } from 'react'
import { useMay } from '../api/me.ts'
import { useIntervene } from '../api/sessions.ts'
import { planPicture } from '../families/plan/plan-picture.ts'
import type { LiveSession } from '../session/live-session.ts'
import type { SessionLog } from '../session/session-log.ts'
import { sendOrKeep } from '../session/unsent.ts'
import { Button } from '../ui/button.tsx'
import { Dialog } from '../ui/dialog.tsx'
import { Failure } from '../ui/states.tsx'
import { DraftStepFields } from './draft-step-fields.tsx'
import {
  added,
  draftOf,
  draftOfQueued,
  edited,
  faultsOf,
  moved,
  type PlanDraft,
  removed,
  stepsToSend,
} from './plan-draft.ts'

type PlanToEdit = {
  readonly draft: PlanDraft
  /** Ids of what is done. */
  readonly done: ReadonlySet<string>
  /** What a new step is done with, in plans whose steps name a tool. */
  readonly tool: string
}

function planToEdit(log: SessionLog, queued: PlanSteps | undefined): PlanToEdit {
  const picture = planPicture(log, '')
  const newest = picture.versions.at(-1)
  const steps = newest ? picture.stepsOf(newest) : []
  const published = log.plans.findLast(({ path }) => !path.includes('/'))?.steps
  const draft = draftOf(steps, Array.isArray(published) ? published : [])
  const left = new Set(draft.map(({ id }) => id))
  const done = new Set(steps.map(({ id }) => id).filter((id) => !left.has(id)))
  return {
    draft: queued ? draftOfQueued(queued, draft) : draft,
    done,
    tool: steps.findLast(({ tool }) => tool !== undefined)?.tool ?? '',
  }
}

export function EditPlanButton({ live }: { readonly live: LiveSession }) {
  const [isOpen, setIsOpen] = useState(false)
  const may = useMay('user')
  return (
    <>
      <Button
        look="ghost"
        mini
        icon="edit"
        disabled={!may}
        title={may ? undefined : 'Viewers cannot change a plan'}
        onClick={() => setIsOpen(true)}
      >
        Edit
      </Button>
      <EditPlanDialog live={live} isOpen={isOpen} onOpenChange={setIsOpen} />
    </>
  )
}

type PlanSteps = readonly Readonly<Record<string, unknown>>[]

/** A plan that was sent and can still be changed. */
export type QueuedPlan = {
  readonly steps: PlanSteps
  readonly save: (body: { readonly steps: PlanSteps }) => Promise<unknown>
}

type EditPlanDialogProps = {
  readonly live: LiveSession
  readonly queued?: QueuedPlan
  readonly isOpen: boolean
  readonly onOpenChange: (isOpen: boolean) => void
}

export function EditPlanDialog({ live, queued, isOpen, onOpenChange }: EditPlanDialogProps) {
  return (
    <Dialog title="Change the plan" wide open={isOpen} onOpenChange={onOpenChange}>
      {isOpen && <PlanForm live={live} queued={queued} onSent={() => onOpenChange(false)} />}
    </Dialog>
  )
}

type PlanFormProps = {
  readonly live: LiveSession
  readonly queued: QueuedPlan | undefined
  readonly onSent: () => void
}

function PlanForm({ live, queued, onSent }: PlanFormProps) {
  // As it stood when the form was opened: nothing moves under the hands of who edits.
  const [{ draft: first, done, tool }] = useState(() => planToEdit(live.log, queued?.steps))
  const [draft, setDraft] = useState(first)
  const intervene = useIntervene(live.log.id)
  const faults = faultsOf(draft, done)
  const save = useMutation({
    mutationFn: (steps: PlanSteps): Promise<unknown> =>
      queued?.save({ steps }) ?? sendOrKeep(live, { action: 'plan', body: { steps } }, intervene.mutateAsync),
    onSuccess: onSent,
  })
  const send = () => save.mutate(stepsToSend(draft))
  return (
    <div className="grid gap-3">
      <p className="sm soft">
        It takes the place of the plan when that is next looked at. Steps that are done or running stay as they are.
      </p>
      {draft.length === 0 && <p className="sm">Nothing is left. Add a step to have more done.</p>}
      <ol className="grid gap-2">
        {draft.map((step) => (
          <DraftStepFields
            key={step.key}
            step={step}
            others={[...done, ...draft.map(({ id }) => id).filter((id) => id !== step.id)]}
            tools={live.log.view.definition?.tools ?? []}
            onEdit={(change) => setDraft(edited(draft, step.key, change))}
            onMove={(by) => setDraft(moved(draft, step.key, by))}
            onRemove={() => setDraft(removed(draft, step.key))}
          />
        ))}
      </ol>
      <Button mini icon="plus" className="justify-self-start" onClick={() => setDraft(added(draft, done, tool))}>
        Add a step
      </Button>
      {faults.length > 0 && (
        <ul className="sm bad" aria-label="What is wrong with it">
          {faults.map((fault) => (
            <li key={fault}>{fault}</li>
          ))}
        </ul>
      )}
      {save.error && <Failure error={save.error} doing="Changing the plan" />}
      <div className="row justify-end">
        <Button look="primary" busy={save.isPending} disabled={faults.length > 0 || draft === first} onClick={send}>
          {queued ? 'Save this plan' : 'Queue this plan'}
        </Button>
      </div>
    </div>
  )
}
