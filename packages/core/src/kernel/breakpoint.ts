/** Break-points: where a session stops by itself and waits for a person. */
import { z } from 'zod'
import { matchesGlob } from '../glob.ts'
import { isObject, type Json, type JsonObject } from '../json.ts'

/** The shape of a break-point. */
export const breakpointSchema = z.union([
  z.strictObject({ before: z.string().min(1).describe('Tools by name, `*` for any part of it: `files.*`.') }),
  z.strictObject({ costUsd: z.number().min(0).describe('When the session has cost so much.') }),
  z.strictObject({ scoreBelow: z.number().describe('When a score falls below this.') }),
  z.strictObject({ onGap: z.literal(true).describe('When something is found to be missing.') }),
])

/** Where a session pauses by itself. */
export type Breakpoint = z.output<typeof breakpointSchema>

/** A break-point that is reached; the key says which one, so that it stops a session once. */
export type Break = { readonly key: string; readonly reason: string }

type Noted = { readonly path: string; readonly name: string; readonly value: Json }

/** The break-points that a note of the loop reaches: its own scores, and gaps that it found. What it proposes is no judgement. */
export function breaksAfter(breakpoints: readonly Breakpoint[], { path, name, value }: Noted): readonly Break[] {
  const { score, gap }: JsonObject = isObject(value) ? value : {}
  return breakpoints.flatMap((each): readonly Break[] => {
    if ('scoreBelow' in each && name !== 'proposal' && typeof score === 'number' && score < each.scoreBelow)
      return [
        { key: `break below ${each.scoreBelow} at ${path}`, reason: `score ${score} is below ${each.scoreBelow}` },
      ]
    if ('onGap' in each && name === 'gap')
      return [{ key: `break on gap at ${path}`, reason: `missing: ${typeof gap === 'string' ? gap : 'see the note'}` }]
    return []
  })
}

type Reached = { readonly path: string; readonly kind: string; readonly request: Json; readonly costUsd: number }

/** The break-points a step reaches before it begins. */
export function breaksAt(
  breakpoints: readonly Breakpoint[],
  { path, kind, request, costUsd }: Reached,
): readonly Break[] {
  const tool = kind === 'tool' ? String((request as JsonObject)['tool']) : undefined
  return breakpoints.flatMap((each): readonly Break[] => {
    if ('before' in each && tool !== undefined && matchesGlob(each.before, tool))
      return [{ key: `break before ${each.before} at ${path}`, reason: `before ${tool}` }]
    if ('costUsd' in each && costUsd >= each.costUsd)
      return [{ key: `break at ${each.costUsd} USD`, reason: `cost has reached ${each.costUsd} USD` }]
    return []
  })
}
