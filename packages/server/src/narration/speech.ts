/**
 * What is said: thoughts on the way, and the answer.
 *
 * What a provider calls reasoning is told as it comes. The text of a step is told once it is over and something else
 * follows: the last one may be the answer itself, and nobody wants to read that twice.
 */
import type { FactEvent, JsonObject } from '@gyre/core'
import type { Moment } from './moment.ts'

type Part = { readonly type: string; readonly text?: string }

export class Speech {
  /** The step whose reasoning is told as it comes. */
  #speaker: string | undefined
  /** The reasoning of steps under way, as far as it was told. */
  readonly #heard = new Map<string, string>()
  /** What was said last, and may be the answer. */
  #held: { readonly path: string; readonly text: string } | undefined
  /** As much of the answer as was told. */
  #answer = ''
  /** Whether the model said it anew: nobody knows before the end whether it is the same. */
  #isBroken = false

  /** A piece of reasoning. While one step is heard, others wait for their end; in branches that run side by side, all do. */
  reasons(path: string, whole: string, offset: number): readonly Moment[] {
    if (path.includes('[') || (this.#speaker ?? path) !== path) return []
    const known = (this.#heard.get(path)?.length ?? 0) - offset
    if (known < 0 || known >= whole.length) return []
    const text = whole.slice(known)
    const opening: readonly Moment[] = this.#speaker ? [] : [...this.#release(), { type: 'thought-begun', path }]
    this.#speaker = path
    this.#heard.set(path, (this.#heard.get(path) ?? '') + text)
    return [...opening, { type: 'thought', path, text }]
  }

  /** A piece of the answer, and where in it. What is out of order is told with the rest, at the end. */
  answers(text: string, offset: number): readonly Moment[] {
    const known = this.#answer.length - offset
    if (this.#isBroken || known < 0 || known >= text.length) return []
    const piece = text.slice(known)
    this.#answer += piece
    return [...this.#silence(), { type: 'answer', text: piece }]
  }

  /** The model broke off and is asked again: what it says now may be something else. */
  breaksOff(): void {
    this.#isBroken = true
  }

  /** A step that is over: the rest of its reasoning, and its text, held back until something follows. */
  spoken(event: FactEvent): readonly Moment[] {
    const { path = '', data, type } = event
    if (data['kind'] !== 'generate') return []
    if (type !== 'step.finished') return this.#fallsSilent(path)
    const parts = partsOf(data)
    const reasoning = textOfType(parts, 'reasoning')
    const told = this.#reasoned(path, reasoning)
    const text = isSpeech(data) ? textOfType(parts, 'text').trim() : ''
    if (text !== '') this.#held = { path, text }
    return told
  }

  /** Something else happens: what was held back is no answer. */
  goesOn(): readonly Moment[] {
    return this.#release()
  }

  /** The end: the answer, as far as it was not told yet. */
  ends(text: string): readonly Moment[] {
    const isSame = this.#held?.text === text.trim() || this.#answer !== ''
    if (isSame) this.#held = undefined
    const before = [...this.#silence(), ...this.#release()]
    // Of one that was aborted or failed what was told stands.
    if (text === '') return before
    if (!text.startsWith(this.#answer)) return [...before, { type: 'answer-changed', text }]
    const rest = text.slice(this.#answer.length)
    return rest === '' ? before : [...before, { type: 'answer', text: rest }]
  }

  /** Reasoning of a step that is over: all of it, or what was not heard of it. */
  #reasoned(path: string, reasoning: string): readonly Moment[] {
    const heard = this.#heard.get(path) ?? ''
    this.#heard.delete(path)
    const rest = reasoning.startsWith(heard) ? reasoning.slice(heard.length) : ''
    if (this.#speaker === path)
      return [...(rest === '' ? [] : [{ type: 'thought', path, text: rest } as const]), ...this.#silence()]
    return rest.trim() === '' ? [] : [...this.#silence(), ...thought(path, rest)]
  }

  /** A step that failed says no more. */
  #fallsSilent(path: string): readonly Moment[] {
    this.#heard.delete(path)
    return this.#speaker === path ? this.#silence() : []
  }

  #silence(): readonly Moment[] {
    const path = this.#speaker
    this.#speaker = undefined
    return path === undefined ? [] : [{ type: 'thought-ended', path }]
  }

  #release(): readonly Moment[] {
    const held = this.#held
    if (!held || this.#answer !== '') return []
    this.#held = undefined
    return [...this.#silence(), ...thought(held.path, held.text)]
  }
}

function thought(path: string, text: string): readonly Moment[] {
  return [
    { type: 'thought-begun', path },
    { type: 'thought', path, text },
    { type: 'thought-ended', path },
  ]
}

/** Data, and what a judge or a planner writes, is for the loop. */
function isSpeech({ request }: JsonObject): boolean {
  const { role, output } = (request ?? {}) as { readonly role?: string; readonly output?: unknown }
  return output === undefined && (role === undefined || role === 'author')
}

function partsOf({ result }: JsonObject): readonly Part[] {
  return (result as { readonly parts?: readonly Part[] } | null | undefined)?.parts ?? []
}

function textOfType(parts: readonly Part[], type: string): string {
  return parts
    .filter((part) => part.type === type)
    .map(({ text = '' }) => text)
    .join('')
}
