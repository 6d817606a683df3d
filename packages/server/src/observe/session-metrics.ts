/** What sessions do, as metrics: a fold of their events. */
import {
  type FactEvent,
  isFact,
  isWrapUp,
  type JsonObject,
  type RunNews,
  type SessionDefinition,
  type SessionEvent,
} from '@gyre/core'
import type { Metrics } from './metrics.ts'

/** Told of a run of a session: each event, and whether it happened in this run or is a fact from before. */
export type RunWatch = {
  apply(event: SessionEvent, isNews: boolean): void
  /** It is not watched any more. */
  over(): void
}

/** From a thousandth of a second, for a tool in memory, to minutes, for a loop. */
const secondBounds = [0.001, 0.01, 0.1, 0.5, 1, 2.5, 5, 10, 30, 60, 300, 1800]

type Meters = ReturnType<typeof metersOf>

function metersOf(metrics: Metrics) {
  return {
    started: metrics.counter('gyre_sessions_started_total', 'Sessions that began here, by loop.'),
    ended: metrics.counter('gyre_sessions_ended_total', 'Sessions that ended here, by loop and outcome.'),
    standing: metrics.gauge(
      'gyre_sessions',
      'Sessions held here, by whether they run, wait for somebody or are paused.',
    ),
    modelCalls: metrics.counter('gyre_model_calls_total', 'Calls of models, by model and result.'),
    retries: metrics.counter('gyre_model_retries_total', 'Calls of models that were made again, by model and error.'),
    tokens: metrics.counter(
      'gyre_model_tokens_total',
      'Tokens, by model and kind; cached and reasoning are part of input and output.',
    ),
    cost: metrics.counter('gyre_model_cost_usd_total', 'What calls of models cost, in USD, where the price is known.'),
    toolCalls: metrics.counter('gyre_tool_calls_total', 'Calls of tools, by tool and result.'),
    steps: metrics.histogram('gyre_step_seconds', 'How long steps take, by kind.', secondBounds),
    interventions: metrics.counter('gyre_interventions_total', 'What people did to sessions, by action and state.'),
  }
}

/** Watches runs of sessions; `metrics` then tell of them. */
export function sessionMetrics(metrics: Metrics): (run: RunNews) => RunWatch {
  const meters = metersOf(metrics)
  return (run) => new SessionMeter(meters, run)
}

class SessionMeter implements RunWatch {
  readonly #meters: Meters
  readonly #run: RunNews
  #loop = ''
  #standing: string | undefined

  constructor(meters: Meters, run: RunNews) {
    this.#meters = meters
    this.#run = run
    this.#stand('running')
  }

  apply(event: SessionEvent, isNews: boolean): void {
    if (!isFact(event)) return
    const { type, data } = event
    if (type === 'session.created') this.#created(data as SessionDefinition)
    else if (type === 'session.status') this.#stand(standingOf(String(data['status'])))
    else if (isNews) this.#count(event)
  }

  over(): void {
    this.#stand(undefined)
  }

  #created({ loop, fork }: SessionDefinition): void {
    this.#loop = loop
    // The facts of a fork up to its beginning are those of another session.
    if (this.#run.after <= Math.max(1, fork?.at ?? 0)) this.#meters.started.add({ loop })
  }

  #stand(standing: string | undefined): void {
    if (standing === this.#standing) return
    if (this.#standing !== undefined) this.#meters.standing.add({ status: this.#standing }, -1)
    if (standing !== undefined) this.#meters.standing.add({ status: standing })
    this.#standing = standing
  }

  #count(event: FactEvent): void {
    const { type, data } = event
    if (type === 'session.ended') this.#meters.ended.add({ loop: this.#loop, outcome: String(data['outcome']) })
    else if (type === 'step.finished' || type === 'step.failed') countStep(this.#meters, event)
    else if (type.startsWith('intervention.') && type !== 'intervention.queued') {
      const state = type.slice('intervention.'.length)
      this.#meters.interventions.add({ action: String(data['action']), state })
    }
  }
}

function standingOf(status: string): string {
  return status === 'waiting' || status === 'paused' ? status : 'running'
}

function countStep(meters: Meters, event: FactEvent): void {
  // One that was not made, because the loop was told to come to an end, is none; one that was cut short has cost something.
  if (isWrapUp(event) && event.data['usage'] === undefined) return
  const { data } = event
  const kind = String(data['kind'])
  meters.steps.observe({ kind }, Number(data['ms'] ?? 0) / 1000)
  if (kind === 'generate') countModelCall(meters, event)
  if (kind === 'tool') meters.toolCalls.add({ tool: toolOf(data), result: toolResult(event) })
}

type CallData = {
  readonly model?: string
  readonly usage?: Readonly<Record<string, number>>
  readonly costUsd?: number | null
  readonly retries?: readonly { readonly model: string; readonly code: string }[]
}

function countModelCall(meters: Meters, event: FactEvent): void {
  const { model = 'unknown', usage, costUsd, retries = [] } = event.data as CallData
  meters.modelCalls.add({ model, result: errorCode(event) ?? 'ok' })
  for (const retry of retries) meters.retries.add({ model: retry.model, error: retry.code })
  for (const [field, kind] of Object.entries(tokenKinds)) {
    const tokens = usage?.[field]
    if (tokens !== undefined && tokens > 0) meters.tokens.add({ model, kind }, tokens)
  }
  if (typeof costUsd === 'number') meters.cost.add({ model }, costUsd)
}

const tokenKinds = {
  inputTokens: 'input',
  outputTokens: 'output',
  cachedInputTokens: 'cached',
  cacheWriteTokens: 'cache-write',
  reasoningTokens: 'reasoning',
} as const

function errorCode({ type, data }: FactEvent): string | undefined {
  if (type !== 'step.failed') return undefined
  return String((data['error'] as JsonObject | undefined)?.['code'] ?? 'failed')
}

/** What a model made up is no tool. */
function toolOf({ request, denied }: JsonObject): string {
  if (denied === 'registry') return 'unknown'
  return String((request as JsonObject | undefined)?.['tool'] ?? 'unknown')
}

function toolResult(event: FactEvent): string {
  const { made, result } = event.data
  if (made === false) return 'not-made'
  const hasFailed = (result as JsonObject | null | undefined)?.['error'] === true
  return errorCode(event) ?? (hasFailed ? 'error' : 'ok')
}
