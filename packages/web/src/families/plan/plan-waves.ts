/** Which steps of a plan may run side by side: the wave of a step is the longest chain of steps that it needs. */

type Needing = { readonly id: string; readonly needs: readonly string[] }

/** The steps wave by wave, in the order of the plan. What needs itself, by whatever way round, counts as needing nothing more. */
export function wavesOf<S extends Needing>(steps: readonly S[]): readonly (readonly S[])[] {
  const byId = new Map(steps.map((step) => [step.id, step]))
  const depths = new Map<string, number>()
  const depthOf = (step: S, above: ReadonlySet<string>): number => {
    const known = depths.get(step.id)
    if (known !== undefined) return known
    const path = new Set([...above, step.id])
    const below = step.needs.flatMap((need) => {
      const needed = byId.get(need)
      return needed && !path.has(need) ? [depthOf(needed, path) + 1] : []
    })
    const depth = Math.max(0, ...below)
    depths.set(step.id, depth)
    return depth
  }
  const waves: S[][] = []
  for (const step of steps) {
    const depth = depthOf(step, new Set())
    const wave = waves[depth] ?? []
    wave.push(step)
    waves[depth] = wave
  }
  return Array.from(waves, (wave) => wave ?? [])
}

/** What a step needs, and what needs it: all the way. */
export function relativesOf(steps: readonly Needing[], id: string): ReadonlySet<string> {
  const related = new Set<string>()
  const follow = (from: string, next: (id: string) => readonly string[]) => {
    for (const each of next(from)) {
      if (related.has(each) || each === id) continue
      related.add(each)
      follow(each, next)
    }
  }
  follow(id, (at) => steps.find((step) => step.id === at)?.needs ?? [])
  follow(id, (at) => steps.filter(({ needs }) => needs.includes(at)).map((step) => step.id))
  return related
}
