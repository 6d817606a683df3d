/** Waves of calls: which were made side by side, what each needed, what came of it, and why more were planned. */
import type { Json, JsonObject } from '@gyre/core'
import { listOf, numberOf, objectOf, textOf, textsOf } from '../loop/json-values.ts'
import type { LoopSlice } from '../loop/loop-slice.ts'
import { failureOf } from '../loop/said-reply.ts'
import { type Contest, contestsIn } from './plan-contests.ts'
import { shownArguments } from './shown-arguments.ts'

/**
 * `asking`: a person is asked about it. `waiting`: it is planned, and its wave runs or is to come. `left`: it was
 * planned, and the loop ended before its turn.
 */
export type CallState = 'ok' | 'empty' | 'failed' | 'not-made' | 'asking' | 'running' | 'waiting' | 'left'

export type WaveCall = {
  readonly id: string
  readonly tool: string
  readonly args: string
  readonly needs: readonly string[]
  readonly state: CallState
  /** What it gave, or why it gave nothing. */
  readonly said: string
  /** The call before it that asked for the same: this one was not made again. */
  readonly sameAs: string | null
  /** It began before its wave did. */
  readonly wasEarly: boolean
  readonly startedAt: number
  readonly endedAt: number
  /** Its step; null when there is none. */
  readonly path: string | null
}

export type Wave = {
  /** As people count: a wave that was taken up again keeps its number. */
  readonly number: number
  /** What it is for. */
  readonly aim: string
  /** Why it was planned once more, when something went wrong before. */
  readonly correction: string
  readonly state: 'planned' | 'running' | 'done'
  readonly calls: readonly WaveCall[]
  /** From the beginning of its first call to the end of its last. */
  readonly ms: number
}

export type WavesPicture = {
  readonly waves: readonly Wave[]
  readonly mostWaves: number | null
  /** The number of the wave that runs; null when none does. */
  readonly current: number | null
  readonly made: number
  readonly planned: number
  readonly plannerCalls: number
  readonly contests: readonly Contest[]
  /** Plans that could not be used, each with why. */
  readonly unusable: readonly string[]
  readonly gap: string
  /** Why nothing more was planned: `done`, `turns`, `unreadable`, `unanswered`, `refused`, `emptied`, `silent`. */
  readonly stop: string
  /** The step in which the answer is or was written. */
  readonly answerPath: string | null
  readonly isAnswering: boolean
  readonly isOver: boolean
  /** How it ended; empty as long as it runs. */
  readonly outcome: string
}

type Run = { readonly number: number; readonly aim: string; readonly correction: string; readonly calls: Planned[] }
type Planned = { readonly id: string; readonly tool: string; readonly input: Json; readonly needs: readonly string[] }

export function wavesPicture(slice: LoopSlice): WavesPicture {
  const { runs, next } = runsOf(slice)
  const results = objectOf(slice.end?.details['results'])
  const waves = runs.map((run, index) => waveOf(slice, run, { index, results, isLast: index === runs.length - 1 }))
  const rest = next && !slice.isOver ? [plannedWave(next)] : []
  const all = [...joined(waves), ...rest]
  const calls = all.flatMap((wave) => wave.calls)
  const answer = [...slice.running, ...slice.steps].find(({ at }) => /^answer#\d+$/.test(at))
  return {
    waves: all,
    mostWaves: numberOf(slice.config['maxWaves']) ?? mostTold(slice),
    current: all.find(({ state }) => state === 'running')?.number ?? null,
    made: calls.filter(({ state }) => ['ok', 'empty', 'failed'].includes(state)).length,
    planned: calls.length,
    plannerCalls: slice.steps.filter(({ role, at }) => role === 'planner' && !at.startsWith('ahead#')).length,
    contests: contestsIn(slice),
    unusable: slice.notes.filter(({ name }) => name === 'plan-unusable').flatMap(({ value }) => faultsIn(value)),
    gap: slice.end?.gap ?? '',
    stop: textOf(slice.end?.details['stop']),
    answerPath: answer?.path ?? null,
    isAnswering: slice.running.some(({ at }) => /^answer#\d+$/.test(at)),
    isOver: slice.isOver,
    outcome: slice.end?.outcome ?? '',
  }
}

function faultsIn(value: Json): readonly string[] {
  return textsOf(objectOf(value)['faults'])
}

type Told = { readonly number: number; readonly most: number | null }

/** `wave 2/5` */
function toldWave(value: Json): Told {
  const [, number = '0', most] = /(\d+)(?:\/(\d+))?/.exec(textOf(objectOf(value)['status'])) ?? []
  return { number: Number(number), most: most === undefined ? null : Number(most) }
}

function mostTold({ notes }: LoopSlice): number | null {
  const told = notes.find(({ name }) => name === 'wave')
  return told ? toldWave(told.value).most : null
}

/** Each run of calls, in their order, with the part of the plan it was of; and the plan that waits for its run. */
function runsOf(slice: LoopSlice) {
  const most = numberOf(slice.config['maxTools']) ?? Number.POSITIVE_INFINITY
  const runs: Run[] = []
  let plan: { readonly calls: readonly Planned[]; readonly correction: string } | undefined
  const events = [...slice.plans, ...slice.notes.filter(({ name }) => name === 'wave')]
  for (const event of events.toSorted((one, other) => one.seq - other.seq)) {
    if ('steps' in event) {
      plan = { calls: callsIn(event.steps), correction: textOf(event.data['reason']) }
      takeBack(runs.at(-1), plan.calls)
      continue
    }
    const { number } = toldWave(event.value)
    const calls = plan?.calls.slice(0, most) ?? []
    const correction = plan?.correction ?? ''
    runs.push({ number, aim: textOf(objectOf(event.value)['why']), correction, calls: [...calls] })
    plan = undefined
  }
  return { runs, next: plan && plan.calls.length > 0 ? plan : undefined }
}

/** What stands in the next plan again was taken back before it began. */
function takeBack(run: Run | undefined, planned: readonly Planned[]): void {
  if (!run) return
  const again = new Set(planned.map(({ id }) => id))
  run.calls.splice(0, run.calls.length, ...run.calls.filter(({ id }) => !again.has(id)))
}

function callsIn(steps: Json): readonly Planned[] {
  return listOf(steps).map((step) => {
    const { id, tool, input = {}, needs } = objectOf(step)
    return { id: textOf(id), tool: textOf(tool), input, needs: textsOf(needs) }
  })
}

type Place = { readonly index: number; readonly results: JsonObject; readonly isLast: boolean }

function waveOf(slice: LoopSlice, run: Run, { index, results, isLast }: Place): Wave {
  const within = `wave#${index + 1}[`
  const calls = run.calls.map((call, at) => callOf(slice, call, { within, place: `${within}${at}]/`, results, isLast }))
  const isRunning = isLast && !slice.isOver && calls.some(({ state }) => isToCome(state))
  const timed = calls.filter(({ endedAt }) => endedAt > 0)
  const ms =
    timed.length === 0
      ? 0
      : Math.max(...timed.map(({ endedAt }) => endedAt)) - Math.min(...timed.map(({ startedAt }) => startedAt))
  const { number, aim, correction } = run
  return { number, aim, correction, state: isRunning ? 'running' : 'done', calls, ms }
}

function isToCome(state: CallState): boolean {
  return state === 'running' || state === 'waiting' || state === 'asking'
}

type Within = {
  readonly within: string
  /** Where the call itself is made. */
  readonly place: string
  readonly results: JsonObject
  readonly isLast: boolean
}

function callOf(slice: LoopSlice, call: Planned, { within, place, results, isLast }: Within): WaveCall {
  const isIts = (at: string, id: unknown) => at.startsWith(within) && id === call.id
  const step = slice.steps.find(({ at, kind, fact }) => {
    return kind === 'tool' && isIts(at, objectOf(fact.data['request'])['id'])
  })
  const running = slice.running.find(({ at, data }) => isIts(at, data['id']))
  const known = objectOf(results[call.id])
  const isAsked = slice.questions.some((at) => at.startsWith(place))
  const underWay = isAsked ? ('asking' as const) : running && ('running' as const)
  const unmade = { state: underWay ?? unmadeState(slice, { known, isLast }), said: textOf(known['text']) }
  const { state, said: text } = step ? saidBy(step) : unmade
  const status = textOf(known['status'])
  return {
    id: call.id,
    tool: call.tool,
    args: shownArguments(call.input),
    needs: needsOf(call),
    // The loop itself knows best what is empty.
    state: step && status === 'empty' ? 'empty' : state,
    said: text,
    sameAs: textOf(known['sameAs']) || null,
    wasEarly: Number(step?.fact.data['begunMs'] ?? 0) > 0,
    startedAt: step?.startedAt ?? running?.startedAt ?? 0,
    endedAt: step?.endedAt ?? 0,
    path: step?.path ?? running?.path ?? null,
  }
}

const states: Readonly<Record<string, CallState>> = {
  ok: 'ok',
  empty: 'empty',
  failed: 'failed',
  'not-made': 'not-made',
}

/** Of a call without a step: what needs a result that did not come is not made, and told of at the end. */
function unmadeState(
  { isOver }: LoopSlice,
  { known, isLast }: { readonly known: JsonObject; readonly isLast: boolean },
): CallState {
  const told = states[textOf(known['status'])]
  if (told) return told
  if (isOver) return 'left'
  return isLast ? 'waiting' : 'not-made'
}

function saidBy(step: LoopSlice['steps'][number]): { readonly state: CallState; readonly said: string } {
  if (step.state !== 'finished') {
    return { state: step.state === 'failed' ? 'failed' : 'not-made', said: failureOf(step) }
  }
  const { text, error, notMade } = objectOf(step.fact.data['result'])
  const said = textOf(text)
  if (notMade !== undefined || step.fact.data['made'] === false) return { state: 'not-made', said }
  if (error === true) return { state: 'failed', said }
  return { state: /^\s*(?:|null|\[\s*\]|\{\s*\})\s*$/.test(said) ? 'empty' : 'ok', said }
}

/** Whatever it names, and whatever its arguments refer to. */
function needsOf({ needs, input }: Planned): readonly string[] {
  const found = JSON.stringify(input).matchAll(/"\$ref":"([\w-]+)|"\$([\w-]+)/g)
  const referred = [...found].flatMap(([, one, other]) => one ?? other ?? []).filter((id) => id !== 'ref')
  return [...new Set([...needs, ...referred])]
}

function plannedWave({ calls, correction }: { readonly calls: readonly Planned[]; readonly correction: string }): Wave {
  const waiting = calls.map((call): WaveCall => {
    const { id, tool } = call
    const unknown = { said: '', sameAs: null, wasEarly: false, startedAt: 0, endedAt: 0, path: null }
    return { id, tool, args: shownArguments(call.input), needs: needsOf(call), state: 'waiting', ...unknown }
  })
  return { number: 0, aim: '', correction, state: 'planned', calls: waiting, ms: 0 }
}

/** A wave that people took calls back from is run again: it is one. */
function joined(waves: readonly Wave[]): readonly Wave[] {
  const all: Wave[] = []
  for (const wave of waves) {
    const before = all.at(-1)
    if (before?.number === wave.number) {
      all[all.length - 1] = { ...wave, calls: [...before.calls, ...wave.calls], ms: before.ms + wave.ms }
    } else all.push(wave)
  }
  return all
}
