/** Replays a cassette: no store, no model, no tool. */
import { redactor } from '../audit/redaction.ts'
import type { Persona } from '../catalog/persona.ts'
import type { Loop } from '../kernel/loop.ts'
import type { SessionDefinition } from '../kernel/session-view.ts'
import type { Journal, JournalRow } from '../ports/store.ts'
import { plainToolRunner } from '../tools/plain-runner.ts'
import type { Tool } from '../tools/tool.ts'
import { type Cassette, rowsOf } from './cassette.ts'
import { withTexts } from './prompt-texts.ts'
import { Registry } from './registry.ts'
import { type ReplayReport, replayOffline } from './replay.ts'
import { definitionIn, readSession } from './revive-session.ts'
import { silentTool } from './stand-ins.ts'
import { systemClock, systemIds } from './system.ts'

/** What the session of a cassette was run with, as far as it is needed to run it again. */
export type CassetteEquipment = {
  /** The loop of the session must be among them. */
  readonly loops: readonly Loop[]
  /** None is run. One that is left out looks to the loop as it was recorded. */
  readonly tools?: readonly Tool[]
  /** Prompts in the words they have now, by `loop.prompt`; those that are left out are said as they were. */
  readonly prompts?: Readonly<Record<string, string>>
  /** Personas as they are now: the prompts of the one that was recorded are those of its namesake. */
  readonly personas?: readonly unknown[]
  /** Texts that were kept out of the journal. */
  readonly secrets?: readonly string[]
}

/** Runs the session of a cassette again and says what differs. */
export async function replayCassette(cassette: Cassette, equipment: CassetteEquipment): Promise<ReplayReport> {
  const { session, payloads } = cassette
  const { loops, tools = [], secrets = [] } = equipment
  const rows = rowsOf(cassette)
  const recorded = await readSession(journalOf(rows), session)
  const definition = inPresentWords(definitionIn(rows, session), equipment)
  recorded.view.definition = definition
  const registry = new Registry()
  registry.add({ loops, tools: cassette.tools.map(silentTool) })
  registry.add({ tools })
  return replayOffline(session, recorded, registry.offlineEquipment(session, definition), {
    toolRunner: plainToolRunner(systemClock),
    embedder: undefined,
    memory: undefined,
    clock: systemClock,
    ids: systemIds,
    random: Math.random,
    redact: redactor(secrets),
    loops: () => registry.loops(),
    payload: async (address) => payloads.get(address),
  })
}

/** The session as it would be begun now, as far as its words go. */
function inPresentWords(
  definition: SessionDefinition,
  { loops, prompts = {}, personas = [] }: CassetteEquipment,
): SessionDefinition {
  const isNamesake = (each: unknown): each is Pick<Persona, 'prompts'> =>
    typeof each === 'object' && each !== null && 'name' in each && each.name === definition.persona?.name
  const persona = personas.find(isNamesake)
  // What a persona no longer says is said in the loop's own words again.
  const recorded = persona ? {} : (definition.promptTexts ?? {})
  const promptTexts = withTexts(recorded, loops, { ...persona?.prompts, ...prompts })
  return { ...definition, promptTexts }
}

function journalOf(rows: readonly JournalRow[]): Journal {
  return {
    append: () => undefined,
    read: async (_, from, limit = rows.length) => rows.slice(from - 1, from - 1 + limit),
  }
}
