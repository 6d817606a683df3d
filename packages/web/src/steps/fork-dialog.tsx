/** A fork: another session over the first steps of this one. */
import { useQuery } from '@tanstack/react-query'
import { useNavigate } from '@tanstack/react-router'
import { type FormEvent, type ReactNode, useState } from 'react'
import { useFork } from '../api/forks.ts'
import { personasQuery } from '../api/personas.ts'
import type { SessionLog } from '../session/session-log.ts'
import { Button } from '../ui/button.tsx'
import { Dialog } from '../ui/dialog.tsx'
import { plural } from '../ui/format.ts'
import { Failure } from '../ui/states.tsx'
import { tell } from '../ui/toasts.tsx'
import type { ForkPoint } from './fork-point.ts'
import { type ForkWish, forkBody, noWish } from './fork-wish.ts'
import { onceCallsAfter } from './step-facts.ts'

type ForkDialogProps = {
  readonly log: SessionLog
  readonly point: ForkPoint | null
  readonly onClose: () => void
}

export function ForkDialog({ log, point, onClose }: ForkDialogProps) {
  const title = point?.isRerun ? 'Run this step again' : 'Fork'
  return (
    <Dialog title={title} open={point !== null} onOpenChange={(open) => !open && onClose()}>
      {point && <ForkForm key={point.seq} log={log} point={point} onClose={onClose} />}
    </Dialog>
  )
}

function ForkForm({
  log,
  point,
  onClose,
}: {
  readonly log: SessionLog
  readonly point: ForkPoint
  readonly onClose: () => void
}) {
  const fork = useFork(log.id)
  const navigate = useNavigate()
  const [wish, setWish] = useState<ForkWish>(noWish)
  const change = (part: Partial<ForkWish>) => setWish({ ...wish, ...part })
  const submit = async (event: FormEvent) => {
    event.preventDefault()
    const { id } = await fork.mutateAsync(forkBody(point.seq, wish))
    onClose()
    tell('Forked')
    const search = point.path === '' ? {} : { step: point.path }
    await navigate({ to: '/sessions/$session/steps', params: { session: id }, search })
  }
  return (
    <form className="grid gap-3" onSubmit={(event) => void submit(event).catch(() => {})}>
      <Explained log={log} point={point} />
      <Labelled says={point.isRerun ? 'What it should do otherwise' : 'Guidance for what comes next (optional)'}>
        <textarea
          className="field"
          rows={3}
          value={wish.steer}
          onChange={(event) => change({ steer: event.currentTarget.value })}
        />
      </Labelled>
      <Players log={log} wish={wish} onChange={change} />
      <Labelled says="Model calls at most (optional)">
        <input
          className="field"
          type="number"
          min={1}
          value={wish.modelCalls}
          onChange={(event) => change({ modelCalls: event.currentTarget.value })}
        />
      </Labelled>
      {fork.error && <Failure error={fork.error} doing="The fork" />}
      <div className="row justify-end">
        <Button onClick={onClose}>Cancel</Button>
        <Button type="submit" look="primary" icon="fork" busy={fork.isPending}>
          Fork
        </Button>
      </div>
    </form>
  )
}

/** What is kept, and what becomes of calls that change something in the world. */
function Explained({ log, point }: { readonly log: SessionLog; readonly point: ForkPoint }) {
  const again = onceCallsAfter(log, point.seq)
  const kept = log.steps.filter(({ seq }) => seq <= point.seq).length
  const tools = [...new Set(again.map(({ tool }) => tool))].join(', ')
  return (
    <div className="grid gap-2 text-[13px] soft">
      <p>
        A new session keeps {plural(kept, 'step')}, up to{' '}
        <code>{point.path === '' ? 'its beginning' : point.path}</code>, and goes on from there by itself. This one is
        not touched.
      </p>
      {again.length > 0 ? (
        <p>
          {plural(again.length, 'call')} after it must not be made twice (<code>{tools}</code>): where the fork makes
          the same call, the recorded result stands in; for another one you are asked.
        </p>
      ) : (
        <p>No call after it changed anything outside. Should the fork want to make one, you are asked first.</p>
      )}
    </div>
  )
}

type PlayersProps = {
  readonly log: SessionLog
  readonly wish: ForkWish
  readonly onChange: (part: Partial<ForkWish>) => void
}

/** Another persona must have the same loop: its steps would not fit else. */
function Players({ log, wish, onChange }: PlayersProps) {
  const { definition } = log.view
  const { data: personas = [] } = useQuery(personasQuery)
  const fitting = personas.filter(({ persona }) => persona.loop === definition?.loop)
  return (
    <div className="grid gap-3 sm:grid-cols-2">
      <Labelled says="Model (optional)">
        <input
          className="field"
          value={wish.model}
          placeholder={definition?.models.author}
          onChange={(event) => onChange({ model: event.currentTarget.value })}
        />
      </Labelled>
      <Labelled says="Persona (optional)">
        <select
          className="field"
          value={wish.persona}
          disabled={fitting.length === 0}
          onChange={(event) => onChange({ persona: event.currentTarget.value })}
        >
          <option value="">{fitting.length === 0 ? 'None has this loop' : 'As it is'}</option>
          {fitting.map(({ persona: { name } }) => (
            <option key={name}>{name}</option>
          ))}
        </select>
      </Labelled>
    </div>
  )
}

function Labelled({ says, children }: { readonly says: string; readonly children: ReactNode }) {
  return (
    // biome-ignore lint/a11y/noLabelWithoutControl: the control is what it is given.
    <label className="grid gap-1 text-[13px]">
      {says}
      {children}
    </label>
  )
}
