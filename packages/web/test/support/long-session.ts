/** A session of very many steps: loops in loops, branches side by side, retries, failures, calls that were not made. */
import type { Fact, Json, JsonObject, Store } from '@gyre/core'

const firstBegan = Date.UTC(2026, 0, 5, 9)

type Writing = { readonly facts: Fact[]; readonly began: number; at: number; steps: number; readonly most: number }

/** As many facts as it takes for so many steps, the first and the last included. */
export function longFacts(most: number, began = firstBegan): readonly Fact[] {
  const writing: Writing = { facts: [], began, at: began, steps: 0, most }
  write(writing, { type: 'session.created', data: definition })
  for (let episode = 1; writing.steps < most - 1; episode++) writeEpisode(writing, episode)
  const end = { answer: 'It is done.', outcome: 'answered', gap: null, details: null, status: 'completed', error: null }
  write(writing, { type: 'session.ended', data: { ...end, active: writing.at - began } })
  return writing.facts
}

const definition: JsonObject = {
  v: 1,
  loop: 'reflexion',
  loopVersion: 1,
  prompts: {},
  task: { goal: 'Look very many things up, and judge what was found.', messages: [], files: [] },
  config: {},
  budget: { onExhausted: 'wrap-up' },
  models: { author: 'test/model', planner: 'test/model', judge: 'test/model', utility: 'test/model' },
  tools: ['web.search', 'math.calculate'],
  instructions: '',
  strict: false,
  thread: 'thr_long',
  fork: null,
  persona: null,
}

const branches = 3
const turns = 12

function writeEpisode(writing: Writing, number: number): void {
  const base = `episode#${number}`
  const startedAt = writing.at
  for (let act = 1; act <= 4 && writing.steps < writing.most - 3; act++)
    writeBranches(writing, `${base}/plan-execute/act#${act}`)
  const request = { loop: 'plan-execute', task: { goal: `Part ${number}` } }
  writeStep(writing, { path: base, kind: 'loop', ms: writing.at - startedAt, request, result: { answer: 'done' } })
  const verdict = { parts: [{ type: 'text', text: `SATISFACTORY\nSCORE: ${number % 11}` }], finish: 'stop' }
  writeStep(writing, {
    path: `evaluate#${number}`,
    kind: 'generate',
    ms: 900,
    request: { role: 'judge', append: prompt('Judge it.') },
    result: verdict,
  })
  write(writing, {
    type: 'note',
    path: `note#${number}`,
    kind: 'note',
    data: { name: 'score', value: { score: number % 11 } },
  })
}

/** Branches take turns, so that their steps come in between each other. */
function writeBranches(writing: Writing, path: string): void {
  for (let turn = 1; turn <= turns; turn++) {
    for (let branch = 0; branch < branches; branch++) writeTurn(writing, `${path}[${branch}]/react`, turn)
  }
}

function writeTurn(writing: Writing, base: string, turn: number): void {
  if (writing.steps >= writing.most - 3) return
  const id = `call_${writing.steps}`
  const call = { type: 'tool-call', id, tool: 'web.search', input: { query: `thing ${writing.steps}` } }
  const parts = [{ type: 'text', text: `Thing ${writing.steps} is not known yet, so it is looked up.` }, call]
  const parent = `${base}/think#${turn - 1}`
  const request =
    turn === 1 ? { append: prompt(`Work on ${base}.`) } : { parent, append: [parent, `${base}/act#${turn - 1}[0]`] }
  const tried =
    writing.steps % 97 === 0 ? { attempts: 2, retries: [{ model: 'test/model', message: 'Too much at once.' }] } : {}
  writeStep(writing, {
    path: `${base}/think#${turn}`,
    kind: 'generate',
    ms: 400 + ((writing.steps * 37) % 2600),
    request,
    result: { parts, finish: 'tool-calls' },
    data: tried,
  })
  const isFailed = writing.steps % 61 === 0
  const found = {
    text: isFailed ? 'Nobody answers.' : `Found: ${'what there is to know. '.repeat(6)}`,
    ...(isFailed && { error: true }),
  }
  const asked = { id, tool: 'web.search', input: { query: `thing ${writing.steps}` } }
  const unmade = writing.steps % 151 === 0 ? { made: false, denied: 'repeat' } : {}
  writeStep(writing, {
    path: `${base}/act#${turn}[0]`,
    kind: 'tool',
    ms: 60 + ((writing.steps * 53) % 900),
    request: asked,
    result: found,
    data: { tool: 'web.search', ...unmade },
  })
}

function prompt(text: string): Json {
  return [
    {
      role: 'system',
      parts: [{ type: 'text', text: 'Say what is missing and look it up. Rely on what the tools return.' }],
    },
    { role: 'user', parts: [{ type: 'text', text }] },
  ]
}

type WrittenStep = {
  readonly path: string
  readonly kind: 'generate' | 'tool' | 'loop'
  readonly ms: number
  readonly request: Json
  readonly result: Json
  readonly data?: JsonObject
}

function writeStep(writing: Writing, { path, kind, ms, request, result, data = {} }: WrittenStep): void {
  writing.steps++
  if (kind !== 'loop') writing.at += Math.round(ms / branches)
  const spent =
    kind === 'generate' ? { model: 'test/model', usage: { inputTokens: 400, outputTokens: 40 }, costUsd: 0.0004 } : {}
  const active = writing.at - writing.began
  write(writing, { type: 'step.finished', path, kind, request, result, data: { ...spent, ...data, ms, active } })
}

function write(writing: Writing, fact: Omit<Fact, 'seq' | 'at'>): void {
  writing.facts.push({ seq: writing.facts.length + 1, at: writing.at, ...fact })
}

const pieces = 1000

/** Puts the session into a store, whole and ended; one that began later is another, of the same steps. */
export async function putLongSession(store: Store, steps: number, laterMs = 0): Promise<string> {
  const id = `ses_long-${steps}-${laterMs}`
  const began = firstBegan + laterMs
  const [created, ...facts] = longFacts(steps, began)
  if (!created) return id
  const mirror = {
    loop: 'reflexion',
    loopVersion: 1,
    provider: null,
    title: `A session of ${steps} steps`,
    thread: 'thr_long',
    status: 'running',
    persona: null,
    arm: null,
    createdAt: began,
  }
  const terms = { worker: 'long-session', leaseMs: 600_000, now: Date.now() }
  const lease = await store.sessions.create({ id, owner: 'local', mirror, facts: [created] }, terms)
  if (!lease) throw new Error('The session is somebody else’s.')
  for (let from = 0; from < facts.length; from += pieces) {
    const isLast = from + pieces >= facts.length
    const ended = { status: 'completed', outcome: 'answered', state: 'ended' } as const
    await store.journal.append(lease, facts.slice(from, from + pieces), isLast ? { mirror: ended } : {})
  }
  return id
}
