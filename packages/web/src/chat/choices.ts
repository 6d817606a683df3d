/** Who can be picked to work on a goal, as the picker shows them. */
import type { LoopEntry } from '../api/loops.ts'
import type { PersonaEntry } from '../api/personas.ts'

export type Choice = {
  readonly kind: 'persona' | 'loop'
  readonly name: string
  /** One line on what it does. */
  readonly line: string
  readonly loop: string
  /** `1 call`, `3+ calls`, `3–40 calls`; null where it cannot be told. */
  readonly calls: string | null
  /** What speaks for it, and a goal to try, as its loop tells. */
  readonly bestFor: string
  readonly example: string | null
}

/** Personas first, then loops, both from the simplest loop on, as the server lists them; what is switched off is left out. */
export function choicesOf(personas: readonly PersonaEntry[], loops: readonly LoopEntry[]): readonly Choice[] {
  const usable = loops.filter(({ off }) => !off)
  const byName = new Map(usable.map((loop) => [loop.name, loop]))
  const cast = personas.flatMap(({ persona }) => {
    const loop = byName.get(persona.loop)
    return loop ? [ofPersona(persona, loop)] : []
  })
  const places = new Map(usable.map(({ name }, place) => [name, place]))
  cast.sort((one, other) => (places.get(one.loop) ?? 0) - (places.get(other.loop) ?? 0))
  const names = new Set(cast.map(({ name }) => name))
  return [...cast, ...usable.filter(({ name }) => !names.has(name)).map(ofLoop)]
}

function ofPersona(persona: PersonaEntry['persona'], loop: LoopEntry): Choice {
  return {
    ...ofLoop(loop),
    kind: 'persona',
    name: persona.name,
    line: persona.description ?? loop.summary,
    calls: callsOf(loop, recordOf(persona['config']), recordOf(persona['budget'])['modelCalls']),
    example: null,
  }
}

function ofLoop(loop: LoopEntry): Choice {
  const { name, summary, traits, example } = loop
  const calls = callsOf(loop, {}, undefined)
  return { kind: 'loop', name, line: summary, loop: name, calls, bestFor: traits.bestFor, example: example.goal }
}

/** The calls of its shortest run, and at most as many as its budget allows. */
function callsOf(loop: LoopEntry, config: Values, most: unknown): string | null {
  const least = leastCalls(loop.traits.minCalls, (name) => config[name] ?? defaultOf(loop, name))
  if (least === null) return null
  if (typeof most === 'number' && most > least) return `${least}–${most} calls`
  if (loop.traits.speaksAnswer === true) return least === 1 ? '1 call' : `${least} calls`
  return `${least}+ calls`
}

type Values = Readonly<Record<string, unknown>>

/** A formula such as `nBranches + votes`, over the settings of the loop. */
function leastCalls(formula: string, settingOf: (name: string) => unknown): number | null {
  const terms = formula.split('+').map((term) => {
    const name = term.trim()
    return /^\d+$/.test(name) ? Number(name) : settingOf(name)
  })
  return terms.every((term) => typeof term === 'number') ? terms.reduce((sum, term) => sum + term, 0) : null
}

function defaultOf({ config }: LoopEntry, name: string): unknown {
  return recordOf(recordOf(config['properties'])[name])['default']
}

function recordOf(value: unknown): Values {
  return typeof value === 'object' && value !== null ? (value as Values) : {}
}

const looks = ['', 'b', 'c', 'd'] as const

/** The colour of its letter: always the same for the same loop. */
export function lookOf(loop: string): (typeof looks)[number] {
  const sum = [...loop].reduce((total, letter) => total + letter.charCodeAt(0), 0)
  return looks[sum % looks.length] ?? ''
}

export type ChoiceGroup = { readonly name: string; readonly items: readonly Choice[] }

/** Personas and loops; who is called by the words of a search comes before who is only described by them. */
export function groupsOf(choices: readonly Choice[], words: string): readonly ChoiceGroup[] {
  const wanted = words.trim().toLowerCase()
  const isCalled = ({ name }: Choice) => wanted !== '' && name.toLowerCase().startsWith(wanted)
  const of = (kind: Choice['kind']) => {
    const items = choices.filter((choice) => choice.kind === kind)
    return items.toSorted((one, other) => Number(isCalled(other)) - Number(isCalled(one)))
  }
  const groups = [
    { name: 'Personas', items: of('persona') },
    { name: 'Loops', items: of('loop') },
  ]
  const isFirst = ({ items }: ChoiceGroup) => Number(items.some(isCalled))
  return groups.filter(({ items }) => items.length > 0).toSorted((one, other) => isFirst(other) - isFirst(one))
}

/** Whom words of a search mean: every word is in the name, the line or the loop. */
export function isMeant({ name, line, loop, bestFor }: Choice, words: string): boolean {
  const text = `${name} ${line} ${loop} ${bestFor}`.toLowerCase()
  return words
    .toLowerCase()
    .split(/\s+/)
    .every((word) => text.includes(word))
}
