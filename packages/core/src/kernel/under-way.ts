/** What was told of steps that are under way: whoever comes later is told it, too. */
import { type DeltaEvent, isFact, type SessionEvent } from './events.ts'

type Told = { readonly started: DeltaEvent; readonly texts: Map<DeltaEvent['type'], DeltaEvent> }

const spoken: ReadonlySet<string> = new Set<DeltaEvent['type']>(['text.delta', 'reasoning.delta'])

export class UnderWay {
  readonly #steps = new Map<string, Told>()

  apply(event: SessionEvent): void {
    const { path } = event
    if (path === undefined) return
    if (isFact(event)) this.#steps.delete(path)
    // One that is made again begins again.
    else if (event.type === 'step.started') this.#steps.set(path, { started: event, texts: new Map() })
    else if (spoken.has(event.type)) this.#speak(event)
  }

  /** Each step as it began, and all that it has said so far. */
  events(): readonly DeltaEvent[] {
    return [...this.#steps.values()].flatMap(({ started, texts }) => [started, ...texts.values()])
  }

  clear(): void {
    this.#steps.clear()
  }

  #speak(event: DeltaEvent): void {
    const texts = this.#steps.get(event.path)?.texts
    if (!texts) return
    const before = String(texts.get(event.type)?.data['text'] ?? '')
    const offset = Number(event.data['offset'] ?? before.length)
    // Nobody knows the beginning: then it is not told at all.
    if (offset > before.length) return
    const text = before.slice(0, offset) + String(event.data['text'] ?? '')
    texts.set(event.type, { ...event, data: { ...event.data, offset: 0, text } })
  }
}
