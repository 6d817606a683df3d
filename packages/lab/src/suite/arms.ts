/** How the suites write arms and claims. */
import { type Loop, plainConfig } from '@gyre/core'
import type { Amount, Arm, Claim } from '../claim.ts'
import { type Competence, competence } from '../competence.ts'
import type { Suite } from '../run-lab.ts'
import type { Timing } from '../simulation/timing.ts'
import type { TaskFamily } from '../tasks/task-family.ts'

type ArmOptions = {
  readonly loop: Loop
  /** What is not named is plain: all that goes beyond the paper is off. */
  readonly config?: object
  readonly family: TaskFamily
  /** What is not named never goes wrong. */
  readonly rates: Partial<Competence>
  readonly timing?: Timing
}

export function arm(name: string, { loop, config = {}, family, rates, timing }: ArmOptions): Arm {
  const shared = { name, loop, family, competence: competence(rates), ...(timing && { timing }) }
  return { ...shared, config: { ...plainConfig(loop), ...config } }
}

/** Two arms with all that goes beyond the paper, but for what is named: the same with a switch on, and with it off. */
export function switchedArms(
  name: string,
  { loop, config = {}, family, rates, timing }: ArmOptions,
  where = '',
): readonly [on: Arm, off: Arm] {
  const told = where && `, ${where}`
  const shared = { loop, family, competence: competence(rates), ...(timing && { timing }) }
  return [
    { name: `${loop.name}, ${name}${told}`, ...shared, config: { ...config, [name]: true } },
    { name: `${loop.name}, no ${name}${told}`, ...shared, config: { ...config, [name]: false } },
  ]
}

type Needed = { readonly of: Amount; readonly expected: number }
type Saving = { readonly of: Amount; readonly times?: number }

/** The claims of one loop. */
export function claimsOf(loop: string) {
  return {
    equals: (arm: Arm, claim: string, expected: number): Claim => ({
      loop,
      claim,
      kind: 'equals',
      arm: arm.name,
      expected,
    }),
    atLeast: (arm: Arm, claim: string, expected: number): Claim => ({
      ...{ loop, claim, kind: 'at-least', arm: arm.name, expected },
    }),
    beats: (arm: Arm, over: Arm, claim: string, times?: number): Claim => ({
      ...{ loop, claim, kind: 'beats', arm: arm.name, over: over.name, atEqualCalls: false },
      ...(times !== undefined && { times }),
    }),
    beatsAtEqualCalls: (arm: Arm, over: Arm, claim: string): Claim => ({
      ...{ loop, claim, kind: 'beats', arm: arm.name, over: over.name, atEqualCalls: true },
    }),
    control: (arm: Arm, over: Arm, claim: string): Claim => ({
      ...{ loop, claim, kind: 'control', arm: arm.name, over: over.name },
    }),
    /** On average. */
    needs: (arm: Arm, claim: string, amount: Needed): Claim => ({
      ...{ loop, claim, kind: 'equals', arm: arm.name, ...amount },
    }),
    /** Every task needs just that. */
    alwaysNeeds: (arm: Arm, claim: string, amount: Needed): Claim => ({
      ...{ loop, claim, kind: 'equals', arm: arm.name, ...amount, isFixed: true },
    }),
    saves: (arm: Arm, over: Arm, claim: string, saving: Saving): Claim => ({
      ...{ loop, claim, kind: 'saves', arm: arm.name, over: over.name, ...saving },
    }),
    savesNothing: (arm: Arm, over: Arm, claim: string, of: Amount): Claim => ({
      ...{ loop, claim, kind: 'control', of, arm: arm.name, over: over.name },
    }),
  }
}

/** Several suites as one. An arm that more than one of them needs is in it once. */
export function joined(suites: readonly Suite[]): Suite {
  const arms = new Map(suites.flatMap((each) => each.arms).map((each) => [each.name, each]))
  return { arms: [...arms.values()], claims: suites.flatMap(({ claims }) => claims) }
}
