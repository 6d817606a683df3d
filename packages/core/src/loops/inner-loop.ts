/** A loop inside of a loop, as a setting: `{ loop, config }`. The kernel checks both before a session begins. */
import { z } from 'zod'

/** A setting `{ loop, config }` for a loop that runs others: `standard` is what it is when left out. */
export function innerLoop(standard: { readonly loop: string; readonly config: Readonly<Record<string, unknown>> }) {
  return z
    .strictObject({
      loop: z.string().min(1).default(standard.loop).describe('The name of a loop.'),
      config: z.record(z.string(), z.unknown()).default({}).describe("That loop's settings."),
    })
    .default({ loop: standard.loop, config: { ...standard.config } })
}
