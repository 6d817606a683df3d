/** What a journal gives again: the prompt of a step, a replay with no model, a cassette. */
import type { Message } from '../messages.ts'
import type { Grammar } from '../parsing/grammar.ts'
import { reactGrammar } from '../parsing/react-grammar.ts'
import type { Payloads } from '../ports/store.ts'
import type { Archive } from './archive.ts'
import { cassetteLines } from './cassette.ts'
import { promptAt, spokenAt } from './prompt-text.ts'
import type { Registry } from './registry.ts'
import { type ReplayReport, replayOffline } from './replay.ts'
import { definitionIn } from './revive-session.ts'
import type { SharedPorts } from './runtime-options.ts'

type PlaybackOptions = {
  readonly archive: Archive
  readonly payloads: Payloads
  readonly registry: Registry
  readonly ports: SharedPorts
}

export class Playback {
  readonly #options: PlaybackOptions
  readonly #payload: (address: string) => Promise<string | undefined>

  constructor(options: PlaybackOptions) {
    this.#options = options
    this.#payload = (address) => options.payloads.get(address)
  }

  async prompt(id: string, path: string, grammar: Grammar = reactGrammar): Promise<readonly Message[]> {
    const { archive, registry } = this.#options
    const { rows } = await archive.read(id)
    const { clientTools } = definitionIn(rows, id)
    const spoken = spokenAt(rows, path, [grammar], (names) => registry.toolSpecs(names, clientTools))
    return promptAt(rows, path, { payload: this.#payload, ...(spoken && { spoken }) })
  }

  async replay(id: string): Promise<ReplayReport> {
    const { archive, registry, ports } = this.#options
    const recorded = await archive.read(id)
    const equipment = registry.offlineEquipment(id, definitionIn(recorded.rows, id))
    return replayOffline(id, recorded, equipment, { ...ports, payload: this.#payload })
  }

  async *cassette(id: string): AsyncGenerator<string, void, undefined> {
    const { archive, registry } = this.#options
    const { rows } = await archive.read(id)
    const { tools, clientTools } = definitionIn(rows, id)
    const toolSpecs = tools.flatMap((name) => registry.toolSpecs([name], clientTools) ?? [])
    yield* cassetteLines(id, rows, { payload: this.#payload, tools: toolSpecs })
  }
}
