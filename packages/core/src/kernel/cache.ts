/** `cache`: a value that other sessions have computed, or one for them. */
import { addressOf } from '../audit/row.ts'
import { canonicalJson, type Json, plainCopy } from '../json.ts'
import { textOf } from '../messages.ts'
import type { CacheOptions, LoopContext } from './context.ts'
import type { ContextOf } from './run-loop.ts'
import type { Scope } from './scope.ts'
import { step } from './step.ts'

/** Longer keys are kept as what they come to: some hold a whole prompt. */
const longestKey = 200

function shortKey(key: string): string {
  return key.length <= longestKey ? key : addressOf(key)
}

/** What else an answer hangs on, beside what was asked. */
function manner({ session, run }: Scope): string {
  const { persona, sampling, promptTexts } = session.definition
  const models = Object.entries(run.models).map(([role, { id }]) => [role, id])
  return canonicalJson({
    loop: [run.loop.name, run.loop.version],
    persona: persona && [persona.name, persona.version],
    models,
    sampling,
    promptTexts,
    instructions: run.instructions && textOf(run.instructions),
  })
}

type Cached<T> = { readonly key: string; readonly compute: (ctx: LoopContext) => Promise<T> }

/** A cached value, and the step that computed it. */
type CacheEntry = { readonly value: Json; readonly by: string }

/** So much of what went wrong is told. */
const longestReason = 200

/** What a cache gives or takes, and why it could not: it makes things faster, and no session fails by it. */
type Tried<T> = { readonly value?: T | undefined; readonly trouble?: string }

async function tried<T>({ session }: Scope, what: string, use: () => Promise<T>): Promise<Tried<T>> {
  try {
    return { value: await use() }
  } catch (error) {
    if (session.isAborted || session.isHalted) throw error
    const said = error instanceof Error ? error.message : String(error)
    return { trouble: session.redact.text(`${what}: ${said}`).slice(0, longestReason).toWellFormed() }
  }
}

/** What people said to this session, others shall not find: neither guidance for a step inside nor what was added to all. */
function hasPersonsHand({ session }: Scope, path: string): boolean {
  return session.contexts.length > 0 || [...session.touched].some((touched) => touched.startsWith(`${path}/`))
}

/** Whether people have said something that what others computed does not know of. */
function hasPersonsWord({ session }: Scope): boolean {
  return session.contexts.length > 0 || !session.supervisor.isUndisturbed
}

export function cache<T extends Json>(
  scope: Scope,
  contextOf: ContextOf,
  { key, compute }: Cached<T>,
  options: CacheOptions = {},
): Promise<T> {
  const { session } = scope
  const { keyValue } = session.ports.store
  const path = scope.next(options.label ?? 'cache')
  const asked = session.redact.text(key)
  const short = shortKey(options.isPersonal ? `${session.redact.text(manner(scope))} ${asked}` : asked)
  const address = `cache/${session.owner}/${short}`
  const by = `${session.id}/${path}`
  return step(scope, {
    kind: 'cache',
    path,
    request: { key: shortKey(asked) },
    container: true,
    effect: async () => {
      // What was begun before a crash is finished, whoever has filled the cache meanwhile.
      const isOwnMatter = session.journal.hasBelow(path) || (options.isPersonal && hasPersonsWord(scope))
      const known: Tried<Json | undefined> = isOwnMatter
        ? {}
        : await tried(scope, 'It could not be read', () => keyValue.get(address))
      const entry = known.value as CacheEntry | undefined
      // Computed by this very step, whose record was lost: no hit.
      if (entry !== undefined) return { result: entry.value, data: { hit: entry.by !== by } }
      const value = session.redact.json(plainCopy(await compute(contextOf(scope.below(path)))))
      const isOwn = hasPersonsHand(scope, path)
      const set = () => keyValue.set(address, { value, by }, options.ttlMs)
      const kept: Tried<void> = isOwn ? {} : await tried(scope, 'It could not be kept', set)
      const isKept = !isOwn && kept.trouble === undefined
      const trouble = [known.trouble, kept.trouble].filter((each) => each !== undefined).join('; ')
      return { result: value, data: { hit: false, ...(!isKept && { kept: false }), ...(trouble && { trouble }) } }
    },
    revive: (result) => plainCopy(result) as T,
    byPerson: (value) => value,
  })
}
