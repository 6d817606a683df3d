/** What calls have shown a model not to be capable of, remembered across sessions. */
import type { KeyValue } from '@gyre/core'
import { capabilityPrefix } from '../remembered.ts'
import type { Capability } from './incapability.ts'

/** What calls have shown models to lack, so that they are not asked for it again. */
export type LearnedCapabilities = {
  /** Reads what is known of a model. A question that comes before that is answered as if nothing were. */
  prepare(model: string): Promise<void>
  /** Whether a call has shown that the model lacks it. */
  lacks(model: string, capability: Capability): boolean
  /** Notes it at once; written to the store behind. */
  note(model: string, capability: Capability): void
}

/** A server may be upgraded under the same name, so that what was learned is learned anew now and then. */
const rememberMs = 7 * 24 * 3_600_000

const keyOf = (model: string) => `${capabilityPrefix}${model}`

/** Remembered in the key-value port, and answered from memory once a model was asked for. */
export function learnedCapabilities(keyValue: Pick<KeyValue, 'get' | 'set'>): LearnedCapabilities {
  const known = new Map<string, ReadonlySet<string>>()
  const reading = new Map<string, Promise<void>>()
  const read = async (model: string) => {
    // A store that cannot be read costs a failed call later on, no more.
    const found = await keyValue.get(keyOf(model)).catch(() => undefined)
    if (Array.isArray(found)) known.set(model, new Set([...found.map(String), ...(known.get(model) ?? [])]))
  }
  return {
    ...over(known, (model, lacking) => {
      keyValue.set(keyOf(model), lacking, rememberMs).catch(() => {})
    }),
    prepare(model) {
      const begun = reading.get(model) ?? read(model)
      reading.set(model, begun)
      return begun
    },
  }
}

/** Remembered in this process only. */
export function forgetfulCapabilities(): LearnedCapabilities {
  return { ...over(new Map(), () => {}), prepare: async () => {} }
}

function over(
  known: Map<string, ReadonlySet<string>>,
  write: (model: string, lacking: readonly string[]) => void,
): Omit<LearnedCapabilities, 'prepare'> {
  return {
    lacks: (model, capability) => known.get(model)?.has(capability) ?? false,
    note(model, capability) {
      const lacking = new Set([...(known.get(model) ?? []), capability])
      known.set(model, lacking)
      write(model, [...lacking])
    },
  }
}
