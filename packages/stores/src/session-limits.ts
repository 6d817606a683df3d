/** The limits a session comes under: who else of its kind runs, and how many may. */
import type { SessionLimits } from '@gyre/core'

/** What running sessions are counted by. */
export type Kind = { readonly owner: string; readonly persona: string | null; readonly provider: string | null }

/** At most `most` sessions with this value may run at once. */
export type Cap = { readonly by: keyof Kind; readonly value: string; readonly most: number }

export function capsOn({ owner, persona, provider }: Kind, limits: SessionLimits = {}): readonly Cap[] {
  const caps: readonly { by: keyof Kind; value: string | null; most: number | undefined }[] = [
    { by: 'owner', value: owner, most: limits.perOwner },
    { by: 'persona', value: persona, most: mostOf(persona, limits.personas) },
    { by: 'provider', value: provider, most: mostOf(provider, limits.providers) },
  ]
  return caps.filter((cap): cap is Cap => cap.value !== null && cap.most !== undefined)
}

/** A name may be one that every object knows: `constructor`. */
function mostOf(name: string | null, limits: Readonly<Record<string, number>> = {}): number | undefined {
  return name !== null && Object.hasOwn(limits, name) ? limits[name] : undefined
}
