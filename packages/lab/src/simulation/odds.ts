/** Chance in the lab: every draw has a key of its own, so it comes out the same whenever and beside whatever it is made. */
import type { Competence } from '../competence.ts'
import { hashText, share, stir } from '../world/hash.ts'

export type Odds = {
  readonly competence: Competence
  /** From 0 up to 1, for this step and purpose. */
  share(purpose: string): number
  /** Whether something of this chance happens at this step. */
  happens(purpose: string, chance: number): boolean
  /** The same for every step of a task. */
  happensToTask(purpose: string, chance: number): boolean
}

export type OddsKey = {
  readonly seed: number
  readonly task: string
  /** Of the step. */
  readonly path: string
  /** A number by all that the model was shown. */
  readonly prompt: number
}

export function oddsOf(competence: Competence, { seed, task, path, prompt }: OddsKey): Odds {
  const ofTask = hashText(task, stir(seed))
  const ofStep = stir(hashText(path, stir(ofTask)) ^ prompt)
  const draw = (purpose: string) => share(purpose, ofStep)
  return {
    competence,
    share: draw,
    happens: (purpose, chance) => draw(purpose) < chance,
    happensToTask: (purpose, chance) => share(purpose, ofTask) < chance,
  }
}
