/** A reply that could not be read, written again: what it meant to say stands in it. */
import type { Reading } from '@gyre/models/demo'
import { meantIn } from '../simulation/malformed.ts'
import type { Play } from './play.ts'

export const writeAgain: Play = {
  name: 'write-again',
  decide: ({ purpose, questions, wants }: Reading) =>
    wants === undefined && purpose !== 'plan' ? meantIn(questions[0]?.text ?? '') : undefined,
}
