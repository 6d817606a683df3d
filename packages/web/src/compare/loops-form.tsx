/** One goal, to be done by several loops and personas at once. */
import { useMutation, useQuery } from '@tanstack/react-query'
import { getRouteApi } from '@tanstack/react-router'
import { type FormEvent, useState } from 'react'
import { api } from '../api/client.ts'
import { usableLoopsQuery } from '../api/loops.ts'
import { useMay } from '../api/me.ts'
import { type PersonaEntry, personasQuery } from '../api/personas.ts'
import { useAskAgain } from '../api/subjects.ts'
import { Button } from '../ui/button.tsx'
import { Card } from '../ui/card.tsx'
import { plural } from '../ui/format.ts'
import { Failure, Loaded } from '../ui/states.tsx'
import { tellFailure } from '../ui/toasts.tsx'
import { loopsAddress } from './compared-address.ts'

/** A way to do it: a loop, or a persona that brings its own. */
type Way = { readonly loop: string } | { readonly persona: string }

type Chosen = { readonly goal: string; readonly ways: readonly Way[]; readonly modelCalls: number | null }

/** Begins all. Those that began are shown even where another is refused: they run, and cost. */
function useBegin() {
  const askAgain = useAskAgain()
  return useMutation({
    mutationFn: async ({ goal, ways, modelCalls }: Chosen) => {
      const budget = modelCalls === null ? {} : { budget: { modelCalls } }
      const started: string[] = []
      for (const way of ways) {
        // What one way answers is nobody's result: it is delivered nowhere.
        const json = { goal, ...way, ...budget, deliver: [] }
        try {
          started.push((await (await api.sessions.$post({ json })).json()).id)
        } catch (error) {
          if (started.length === 0) throw error
          tellFailure(`Starting ${Object.values(way).join('')}`, error)
        }
      }
      return started
    },
    onSettled: () => askAgain(['sessions']),
  })
}

const fewToBeginWith = ['direct', 'cot', 'react']

export function LoopsForm() {
  const loops = useQuery(usableLoopsQuery)
  const { data: personas = [] } = useQuery(personasQuery)
  const [goal, setGoal] = useState('')
  const [chosen, setChosen] = useState<ReadonlySet<string>>(new Set(fewToBeginWith.map((name) => `loop ${name}`)))
  const [calls, setCalls] = useState('')
  const navigate = getRouteApi('/compare').useNavigate()
  const begin = useBegin()
  const may = useMay('user')
  const toggle = (key: string) => setChosen((before) => before.symmetricDifference(new Set([key])))
  const submit = (event: FormEvent) => {
    event.preventDefault()
    const modelCalls = calls.trim() === '' ? null : Number(calls)
    begin.mutate(
      { goal: goal.trim(), ways: [...chosen].map(wayOf), modelCalls },
      { onSuccess: (sessions) => void navigate({ search: loopsAddress(sessions) }) },
    )
  }
  const isReady = may && goal.trim() !== '' && chosen.size > 0
  return (
    <Card title="One goal, several loops" sub="each begins a session of its own">
      <form className="grid gap-4" onSubmit={submit}>
        <label className="grid gap-1 sm soft">
          Goal
          <textarea className="field" rows={3} value={goal} onChange={(event) => setGoal(event.target.value)} />
        </label>
        <Loaded query={loops}>
          {(ways) => <Ways title="Loops" kind="loop" ways={ways} chosen={chosen} onToggle={toggle} />}
        </Loaded>
        <Ways title="Personas" kind="persona" ways={personas.map(summed)} chosen={chosen} onToggle={toggle} />
        <label className="grid gap-1 sm soft max-w-56">
          Most model calls of each, if limited
          <input
            className="field"
            type="number"
            min={1}
            value={calls}
            onChange={(event) => setCalls(event.target.value)}
          />
        </label>
        {begin.error && <Failure error={begin.error} doing="Starting them" />}
        <div className="row">
          <Button type="submit" look="primary" icon="play" busy={begin.isPending} disabled={!isReady}>
            {`Start ${plural(chosen.size, 'session')}`}
          </Button>
          {!may && <span className="xs muted">Viewers cannot start sessions. Ask for a key with the role user.</span>}
        </div>
      </form>
    </Card>
  )
}

function summed({ persona }: PersonaEntry) {
  return { name: persona.name, summary: persona.description ?? '' }
}

function wayOf(key: string): Way {
  const [kind, name = ''] = key.split(' ')
  return kind === 'persona' ? { persona: name } : { loop: name }
}

type WaysProps = {
  readonly title: string
  readonly kind: 'loop' | 'persona'
  readonly ways: readonly { readonly name: string; readonly summary: string }[]
  readonly chosen: ReadonlySet<string>
  readonly onToggle: (key: string) => void
}

function Ways({ title, kind, ways, chosen, onToggle }: WaysProps) {
  if (ways.length === 0) return null
  return (
    <fieldset className="grid gap-2 border-0 p-0 m-0 min-w-0">
      <legend className="sm soft mb-2 p-0">{title}</legend>
      <div className="ways">
        {ways.map(({ name, summary }) => (
          <label key={name} className="way">
            <input
              type="checkbox"
              checked={chosen.has(`${kind} ${name}`)}
              onChange={() => onToggle(`${kind} ${name}`)}
            />
            <span className="min-w-0">
              <b className="m5">{name}</b>
              <span className="xs muted block">{summary}</span>
            </span>
          </label>
        ))}
      </div>
    </fieldset>
  )
}
