/** A plan that people have to agree to before it is carried out. */
import type { LoopContext } from '../kernel/context.ts'

type Asking<S> = {
  readonly question: (steps: readonly S[]) => string
  /** Shows people the steps, and gives them back as they may have changed them. */
  readonly publish: (steps: readonly S[]) => Promise<readonly S[]>
}

/** The plan as people agreed to it; undefined when they refuse it. Who changes it is asked again: a yes is to what was shown. */
export async function agreedPlan<S>(
  ctx: LoopContext,
  shown: readonly S[],
  { question, publish }: Asking<S>,
): Promise<readonly S[] | undefined> {
  let steps = shown
  while (steps.length > 0) {
    const answer = await ctx.askHuman(question(steps), { choices: ['yes', 'no'], label: 'approve', about: 'plan' })
    if (answer !== 'changed') return answer === 'yes' ? steps : undefined
    steps = await publish(steps)
  }
  return steps
}
