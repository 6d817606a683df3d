/** Other words for the prompt of a step: tried on it, saved as a version, or used in a fork from it. */
import { Link, useNavigate } from '@tanstack/react-router'
import { type ReactNode, useState } from 'react'
import { useFork } from '../../api/forks.ts'
import { useMay } from '../../api/me.ts'
import { type Prompt, useSavePrompt, useTryPrompt } from '../../api/prompts.ts'
import type { SessionLog, Step } from '../../session/session-log.ts'
import { Button } from '../../ui/button.tsx'
import { Dialog } from '../../ui/dialog.tsx'
import { Icon } from '../../ui/icon.tsx'
import { Failure } from '../../ui/states.tsx'
import { tell } from '../../ui/toasts.tsx'
import { forkPoint } from '../fork-point.ts'
import { replyOf, replyText } from '../step-facts.ts'
import { otherVersion, type UsedPrompt } from '../used-prompt.ts'
import { LongText } from './long-text.tsx'

type ChangePromptProps = {
  readonly log: SessionLog
  readonly step: Step
  readonly used: UsedPrompt
  /** The prompt as it is in use now. */
  readonly current: Prompt
  readonly onClose: () => void
}

const forAdministrators = 'For administrators'

export function ChangePrompt({ log, step, used, current, onClose }: ChangePromptProps) {
  const [text, setText] = useState(used.text)
  const other = text === current.text ? undefined : otherVersion(used, current)
  return (
    <Dialog title="Change the prompt" open onOpenChange={(open) => !open && onClose()}>
      <div className="grid gap-3">
        <p className="sm soft">
          <code>{used.id}</code>, with the values of this step.{' '}
          <Link to="/admin/prompts" search={{ id: used.id }}>
            Its versions
          </Link>
        </p>
        {other !== undefined && (
          <div className="note wait" role="status">
            <Icon name="alert" />
            <p>{other} Saving puts this text in its place.</p>
          </div>
        )}
        <label className="grid gap-1 text-[13px]">
          Text
          <textarea className="field" rows={8} value={text} onChange={(event) => setText(event.currentTarget.value)} />
        </label>
        <Trying used={used} text={text} before={replyText(replyOf(step))} model={step.model}>
          <Using log={log} step={step} current={current} text={text} isChanged={text !== used.text} onClose={onClose} />
        </Trying>
      </div>
    </Dialog>
  )
}

type TryingProps = {
  readonly used: UsedPrompt
  readonly text: string
  /** What the model said at this step. */
  readonly before: string
  readonly model: string | null
  readonly children: ReactNode
}

function Trying({ used, text, before, model, children }: TryingProps) {
  const attempt = useTryPrompt(used.id)
  const mayTry = useMay('admin')
  const { values, message } = used
  const ask = () =>
    attempt.mutate({ text, values, ...(message !== undefined && { message }), ...(model !== null && { model }) })
  const reply = attempt.data?.reply
  return (
    <>
      <div className="row wrap">
        <Button
          icon="play"
          busy={attempt.isPending}
          disabled={!mayTry}
          title={mayTry ? undefined : forAdministrators}
          onClick={ask}
        >
          Ask once
        </Button>
        {children}
      </div>
      <p className="xs muted">
        Asking once sends this text and what was said after it, without tools. A fork runs the step itself again.
      </p>
      {attempt.error && <Failure error={attempt.error} doing="Asking" />}
      {reply && (
        <div className="grid gap-1">
          <h3 className="sm">New reply</h3>
          <LongText text={reply.error?.message ?? reply.text} />
          <h3 className="sm">Reply at this step</h3>
          <LongText text={before} />
        </div>
      )}
    </>
  )
}

type UsingProps = {
  readonly log: SessionLog
  readonly step: Step
  readonly current: Prompt
  readonly text: string
  readonly isChanged: boolean
  readonly onClose: () => void
}

function Using({ log, step, current, text, isChanged, onClose }: UsingProps) {
  const { id, version: seen } = current
  const mayChange = useMay('admin')
  const off = { disabled: !mayChange || !isChanged, title: mayChange ? undefined : forAdministrators }
  const saving = useSavePrompt()
  const fork = useFork(log.id)
  const navigate = useNavigate()
  const save = () =>
    saving.mutate({ id, text, seen }, { onSuccess: ({ version }) => tell(`${id} saved as v${version}`) })
  const branch = async () => {
    const { seq } = forkPoint(log, step, true)
    const forked = await fork.mutateAsync({ at: seq, prompts: { [id]: text } })
    onClose()
    tell('Forked')
    await navigate({ to: '/sessions/$session/steps', params: { session: forked.id }, search: { step: step.path } })
  }
  const error = saving.error ?? fork.error
  return (
    <>
      <Button icon="fork" busy={fork.isPending} {...off} onClick={() => void branch().catch(() => {})}>
        Fork from here with it
      </Button>
      <Button icon="check" busy={saving.isPending} {...off} onClick={save}>
        Save as a version
      </Button>
      {error && <Failure error={error} doing={fork.error ? 'The fork' : 'Saving the prompt'} />}
    </>
  )
}
