/**
 * The simulated model: it plays every loop's form, and errs exactly as often as it is told.
 *
 *     decision <- what the rules would do
 *     decision <- with the stated chances: something else
 *     reply    <- the decision, or, with chance r, something that cannot be read
 *
 * It sees the request alone. Every draw is keyed by the seed, the task, the step and the prompt: the same session gives the
 * same replies, resumed or not, whatever runs beside it.
 */
import { type Model, type ModelCall, type ModelRequest, textOf } from '@gyre/core'
import { type DecisionHook, ruleEngine } from '@gyre/models/demo'
import { type Competence, faultless } from './competence.ts'
import { labPlays } from './rules/lab-plays.ts'
import { ruleOf } from './rules/play.ts'
import { courseIn } from './rules/seen.ts'
import { type Latencies, latencyOf } from './simulation/latency.ts'
import { malformed } from './simulation/malformed.ts'
import { oddsOf } from './simulation/odds.ts'
import { hashText } from './world/hash.ts'

/** A call as it is told to those who measure. */
export type SimulatedCall = { readonly session: string; readonly path: string; readonly latencyMs: number }

/** How good it is and how long it takes; the same seed errs in the same places. */
export type SimulatedModelOptions = {
  /** Nothing goes wrong when left out. */
  readonly competence?: Competence
  readonly seed?: number
  /** How long calls take, by what they are for. Nobody waits: it is told, not slept. */
  readonly latency?: Latencies
  /** Told when a call begins; what it gives back is told when the call has ended. */
  readonly onCall?: (call: SimulatedCall) => () => void
}

const plays = new Map(labPlays.map((play) => [play.name, play]))
const rules = labPlays.map(ruleOf)

/** A model that plays every loop's form and errs exactly as often as it is told. */
export function simulatedModel(options: SimulatedModelOptions = {}): Model {
  const { competence = faultless, seed = 1, latency, onCall } = options
  const ends = new Map<string, () => void>()
  const hook: DecisionHook = (decision, { request, reading, session, path, rule }) => {
    const latencyMs = latencyOf(plays.get(rule)?.takes ?? reading.purpose, latency)
    if (onCall) ends.set(keyOf({ session, path }), onCall({ session, path, latencyMs }))
    const odds = oddsOf(competence, { seed, task: courseIn(reading)?.id ?? '', path, prompt: promptHash(request) })
    const erred = plays.get(rule)?.err?.(decision, reading, odds) ?? decision
    return odds.happens('malformed', competence.r) ? (malformed(erred, reading.form) ?? erred) : erred
  }
  const engine = ruleEngine({ rules, hook, id: 'lab/simulated' })
  return onCall ? withEnds(engine, ends) : engine
}

/** Tells of the end of each call. */
function withEnds(model: Model, ends: Map<string, () => void>): Model {
  return {
    ...model,
    async *stream(request, call) {
      try {
        yield* model.stream(request, call)
      } finally {
        const key = keyOf(call)
        ends.get(key)?.()
        ends.delete(key)
      }
    },
  }
}

function keyOf({ session, path }: Pick<ModelCall, 'session' | 'path'>): string {
  return `${session} ${path}`
}

function promptHash({ messages }: ModelRequest): number {
  return messages.reduce((hash, message) => hashText(textOf(message), hash), 0)
}
