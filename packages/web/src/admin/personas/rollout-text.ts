/** How a persona's name is split, in words; and the arms as they are being written. */
import type { Arms, Rollout } from '../../api/persona-admin.ts'

export type Arm = Arms[number]

/** `v4 80 %, v5 20 %`. */
export function splitText({ arms, rollout }: Pick<Rollout, 'arms' | 'rollout'>): string {
  if (rollout === null) return 'not split'
  const weights = arms.flatMap(({ arm, weight }) => (weight === null ? [] : [{ arm, weight }]))
  const sum = weights.reduce((total, { weight }) => total + weight, 0)
  return weights.map(({ arm, weight }) => `${arm} ${percent(sum === 0 ? 0 : weight / sum)}`).join(', ')
}

export function percent(share: number): string {
  return `${Math.round(share * 100)} %`
}

/** What share of the sessions an arm gets. */
export function shareOf(arms: readonly Arm[], at: number): string {
  const sum = arms.reduce((total, { weight }) => total + weight, 0)
  return percent(sum === 0 ? 0 : (arms[at]?.weight ?? 0) / sum)
}

/** The two newest versions, each for half of the sessions. */
export function firstArms(versions: readonly number[]): Arms {
  const [newest, before] = versions.toSorted((one, other) => other - one)
  if (newest === undefined) return [{ weight: 100 }]
  return before === undefined
    ? [{ version: newest, weight: 100 }]
    : [
        { version: before, weight: 50 },
        { version: newest, weight: 50 },
      ]
}
