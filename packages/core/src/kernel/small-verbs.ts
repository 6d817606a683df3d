/** The verbs that are one step, or none. */
import { GyreError } from '../errors.ts'
import { type Json, plainCopy } from '../json.ts'
import { ask } from './ask.ts'
import type { AskOptions, Embedded, Labelled, PlanOptions, PlanStep, Spent } from './context.ts'
import type { Status } from './outcome.ts'
import { statusPhases } from './outcome.ts'
import { propose as proposed } from './proposals.ts'
import type { Scope } from './scope.ts'
import { usageOf } from './session-view.ts'
import { step } from './step.ts'
import { decodeVector, encodeVector } from './vector-text.ts'
import type { Verb } from './verb.ts'

export function now(scope: Scope, { label = 'now' }: Labelled = {}): Promise<number> {
  return step(scope, {
    kind: 'now',
    path: scope.next(label),
    request: null,
    rides: true,
    effect: () => ({ result: scope.session.clock.now() }),
    revive: (result) => result as number,
  })
}

export function spent(scope: Scope, { label = 'spent' }: Labelled = {}): Promise<Spent> {
  return step(scope, {
    kind: 'spent',
    path: scope.next(label),
    request: null,
    rides: true,
    effect: () => {
      const { account, isCostKnown } = scope.session.budget
      const { activeMs: _, ...spent } = usageOf(account.used, isCostKnown, 0)
      return { result: spent }
    },
    revive: (result) => plainCopy(result) as Spent,
  })
}

export function random(scope: Scope, { label = 'random' }: Labelled = {}): Promise<number> {
  return step(scope, {
    kind: 'random',
    path: scope.next(label),
    request: null,
    rides: true,
    effect: () => ({ result: scope.session.ports.random() }),
    revive: (result) => result as number,
  })
}

export async function askHuman(scope: Scope, question: string, options: AskOptions = {}): Promise<string> {
  const { label = 'ask', choices, about } = options
  const more = { ...(choices && { choices }), ...(about && { data: { about } }) }
  const answer = await ask(scope, { path: scope.next(label), kind: 'question', question, ...more })
  return answer.text
}

/** A call for the client that began the session. Its path tells it from every other call of the session. */
type ClientCall = { readonly tool: string; readonly input: unknown; readonly call: string }

/** Waits for what a client's own tool gave. */
export async function askClient(scope: Scope, question: string, { tool, input, call }: ClientCall): Promise<string> {
  const data = { tool, input: plainCopy(input) as Json, call }
  const answer = await ask(scope, { path: scope.next('ask'), kind: 'tool', question, data })
  return answer.text
}

/** Facts without an effect: keyed by path so that a replay repeats none, and nobody waits for them. */
export function note(scope: Scope, name: string, data: Json): void {
  const { session } = scope
  const path = scope.next('note')
  session.supervisor.heard(path, name, data)
  if (session.journal.take(path) !== undefined || session.isOffline) return
  session.journal.ride([
    { type: 'note', path, kind: 'note', data: session.redact.json({ name, value: plainCopy(data) }) },
  ])
}

export function phase(scope: Scope, name: string): void {
  const { session } = scope
  const path = scope.next('phase')
  session.phase = session.redact.text(name)
  const status = statusPhases.has(name) ? (name as Status) : undefined
  if (status) session.workingStatus = status
  if (session.journal.take(path) !== undefined || session.isOffline) return
  const data = { status: session.workingStatus, phase: session.phase }
  session.journal.ride([{ type: 'session.status', path, kind: 'phase', data }], status && { mirror: { status } })
  if (status) session.status = status
}

/** Nothing to write down: the loop says so again at the same place on every replay. */
export function useReserve({ run }: Scope): void {
  if (run.account.path === run.path) run.account.isOpened = true
}

/** The best answer so far; shown as a note. */
export function propose(scope: Scope, answer: Json, score: number | undefined): void {
  const { run, session, branch } = scope
  if (!proposed(run, branch, session.redact.json(plainCopy(answer)), score)) return
  note(scope, 'proposal', { answer, ...(score !== undefined && { score }) })
}

export function plan<S extends PlanStep>(
  scope: Scope,
  steps: readonly S[],
  options: PlanOptions<S> = {},
): Promise<readonly S[]> {
  const { label = 'plan', round, reason, validate } = options
  const { supervisor } = scope.session
  scope.session.canPlan = true
  const asked = scope.session.redact.json(plainCopy(steps))
  const faultsOf = (edited: Json) => validate?.(edited as readonly S[]) ?? []
  const verb: Verb<readonly S[]> = {
    kind: 'plan',
    fact: 'plan.changed',
    path: scope.next(label),
    request: { steps: asked },
    rides: true,
    need: () => ({ planSteps: steps.length, ...(round !== undefined && { rounds: 1 }) }),
    effect: async (hands) => {
      const edited = await supervisor.takePlanEdit(verb, hands, faultsOf)
      return {
        result: edited ?? asked,
        data: {
          ...(round !== undefined && { round }),
          ...(reason && { reason }),
          ...(edited !== undefined && { edited: true }),
        },
        ...(round !== undefined && { spent: { rounds: 1 } }),
      }
    },
    revive: (result) => plainCopy(result) as readonly S[],
  }
  return step(scope, verb as Verb<unknown>) as Promise<readonly S[]>
}

export function embed(scope: Scope, texts: readonly string[], { label = 'embed' }: Labelled = {}): Promise<Embedded> {
  const { session } = scope
  const path = scope.next(label)
  return step(scope, {
    kind: 'embed',
    isOpaque: true,
    path,
    request: session.redact.json({ texts }),
    effect: async () => {
      const { embedder } = session.ports
      if (!embedder) throw new GyreError('embedder-missing', '`ctx.embed` needs an embedder.')
      refuseAnother(session, embedder.id)
      const vectors = await embedder.embed(texts, session.signal)
      checkVectors(vectors, texts.length, embedder.id)
      return { result: vectors.map(encodeVector), data: { embedder: embedder.id } }
    },
    revive: (result, { embedder }) => {
      session.embeddedBy = String(embedder)
      return { embedder: String(embedder), vectors: (result as readonly string[]).map(decodeVector) }
    },
  })
}

/**
 * A session that goes on elsewhere, or after the settings have changed, must not compare what cannot be compared. It has not
 * ended: with the embedder it had it can go on.
 */
function refuseAnother(session: Scope['session'], now: string): void {
  const before = session.embeddedBy
  if (before === undefined || before === now) return
  const message = `The session has vectors of \`${before}\`, and the embedder is \`${now}\` now: they cannot be compared.`
  const error = new GyreError('embedder-mismatch', message, { before, now })
  session.halt({ kind: 'refused', error })
  throw error
}

/** A vector that is no vector would make every number that is worked out from it none. */
function checkVectors(vectors: readonly Float32Array[], count: number, embedder: string): void {
  const isWhole = vectors.length === count && vectors.every((vector) => vector.every(Number.isFinite))
  if (isWhole) return
  const message = `\`${embedder}\` gave ${vectors.length} vectors for ${count} texts, or one that has no finite numbers.`
  throw new GyreError('model-failed', message, { embedder })
}
