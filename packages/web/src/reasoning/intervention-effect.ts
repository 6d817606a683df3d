/** What came of an intervention: read off the facts that follow it. */
import type { FactEvent } from '@gyre/core/view'
import { PlanFold } from '../families/plan/plan-fold.ts'
import type { SessionLog } from '../session/session-log.ts'
import { standingOf } from '../session/standing.ts'
import { stepWords } from '../session/step-words.ts'
import { duration, plural } from '../ui/format.ts'

export type Effect = {
  readonly text: string
  /** The step it can be seen at. */
  readonly path?: string | undefined
}

type Applied = { readonly fact: FactEvent; readonly path: string }

/** `reader` is the name under which the record has who reads it. */
type Teller = (log: SessionLog, applied: readonly Applied[], reader: string) => readonly Effect[]

/** Nothing as long as it is not applied, or nothing follows. */
export function effectsOf(
  log: SessionLog,
  { id, action }: { readonly id: string; readonly action: string },
  reader = '',
): readonly Effect[] {
  const applied = appliedFacts(log, id)
  return applied.length === 0 ? [] : (tellers[action] ?? none)(log, applied, reader)
}

function whoDid({ data }: FactEvent, reader: string): string {
  const by = String(data['by'] ?? 'somebody')
  return by === reader ? 'you' : by
}

const none: Teller = () => []

function appliedFacts({ facts }: SessionLog, id: string): readonly Applied[] {
  return facts.flatMap((fact) =>
    fact.type === 'intervention.applied' && fact.data['id'] === id
      ? [{ fact, path: String(fact.data['at'] ?? '') }]
      : [],
  )
}

/** The requests that carried the guidance, and the plan that came of them. */
const steered: Teller = (log, applied) => {
  const carried = applied.map(({ path }): Effect => ({ text: `carried by ${stepWords(path)}`, path }))
  const [first] = applied
  return first ? [...carried, ...planChange(log, first.fact.seq)] : carried
}

/** The next version of the plan, where nobody did anything else to the session before it. */
function planChange({ facts }: SessionLog, after: number): readonly Effect[] {
  const { versions } = PlanFold.of(facts, '')
  const next = versions.find(({ seq }) => seq > after)
  if (!next) return []
  const since = facts.filter(({ seq, type }) => seq > after && seq < next.seq && type === 'intervention.applied')
  // Somebody else changed the course meanwhile: whose doing it is nobody knows.
  if (since.some(({ data }) => data['action'] !== 'resume')) return []
  return [{ text: `then ${versionText(versions, next.number)}`, path: next.path }]
}

type Versions = InstanceType<typeof PlanFold>['versions']

function versionText(versions: Versions, number: number): string {
  if (number === 1) return 'plan v1'
  const [before, after] = [versions[number - 2]?.steps ?? [], versions[number - 1]?.steps ?? []]
  const keys = new Set(before.map(({ key }) => key))
  const kept = new Set(after.map(({ key }) => key))
  const added = after.filter(({ key }) => !keys.has(key)).length
  const removed = before.filter(({ key }) => !kept.has(key)).length
  const changes = [
    ...(added > 0 ? [`${plural(added, 'step')} added`] : []),
    ...(removed > 0 ? [`${plural(removed, 'step')} removed`] : []),
  ]
  return [`plan v${number - 1} → v${number}`, ...changes].join(', ')
}

const planned: Teller = ({ facts }, applied) => {
  const { versions } = PlanFold.of(facts, '')
  return applied.map(({ path }) => {
    const version = versions.find((each) => each.path === path)
    return { text: version ? versionText(versions, version.number) : `taken at ${stepWords(path)}`, path }
  })
}

const overridden: Teller = ({ stepByPath }, applied, reader) =>
  applied.map(({ path, fact }) => {
    const step = stepByPath.get(path)
    if (!step) return { text: `stands in the place of ${stepWords(path)}`, path }
    const { parts } = (step.fact.data['result'] ?? {}) as { readonly parts?: readonly { readonly tool?: string }[] }
    const called = parts?.find(({ tool }) => tool !== undefined)?.tool
    const by = whoDid(fact, reader)
    if (called !== undefined)
      return { text: `${stepWords(path)} asks for ${called}, as ${by} ${by === 'you' ? 'want' : 'wants'}`, path }
    return { text: `the result of ${stepWords(path)} is ${by === 'you' ? 'yours' : `that of ${by}`}`, path }
  })

const informed: Teller = ({ steps }, [first]) => {
  if (!first) return []
  const carried = steps.filter(
    ({ kind, seq, state }) => kind === 'generate' && state === 'finished' && seq > first.fact.seq,
  )
  const [next] = carried
  if (!next) return []
  return [{ text: `in ${plural(carried.length, 'request')} since, from ${next.name} on`, path: next.path }]
}

/** What ends a pause, and what people are told of who did it. */
const afterPause: Readonly<Record<string, string>> = { resume: 'resumed', finish: 'had it finish', abort: 'aborted it' }

const paused: Teller = ({ facts }, [first], reader) => {
  if (!first) return []
  const end = facts.find(
    ({ seq, type, data }) =>
      seq > first.fact.seq && type === 'intervention.applied' && String(data['action']) in afterPause,
  )
  if (!end) return [{ text: 'it stands still' }]
  const stood = duration(Date.parse(end.at) - Date.parse(first.fact.at))
  const what = afterPause[String(end.data['action'])]
  return [{ text: `it stood still for ${stood}, until ${whoDid(end, reader)} ${what}` }]
}

const stepped: Teller = (_, applied) =>
  applied.map(({ path }) => ({ text: `${stepWords(path)} was let through`, path }))

const answered: Teller = ({ facts, stepByPath }, applied) =>
  applied.flatMap(({ path, fact }) => {
    const next = facts.find(
      ({ seq, type, data }) => seq > fact.seq && type.startsWith('step.') && data['kind'] !== 'ask',
    )
    const call = stepByPath.get(path.slice(0, path.lastIndexOf('/')))
    if (call?.kind === 'tool')
      return [{ text: `${call.name} ${call.state === 'failed' ? 'failed' : 'is over'}`, path: call.path }]
    return next?.path === undefined ? [] : [{ text: `it went on with ${stepWords(next.path)}`, path: next.path }]
  })

const ended: Teller = ({ view, steps }, [first]) => {
  if (!first || view.outcome === null) return []
  const after = steps.filter(({ seq, state }) => seq > first.fact.seq && state !== 'not-made').length
  const how = after === 0 ? 'at once' : `after ${plural(after, 'more step')}`
  return [{ text: `it ended ${how}: ${standingOf('', view.outcome).word}` }]
}

const tellers: Readonly<Record<string, Teller>> = {
  steer: steered,
  plan: planned,
  override: overridden,
  context: informed,
  pause: paused,
  step: stepped,
  answer: answered,
  approve: answered,
  reject: answered,
  finish: ended,
  abort: ended,
}
