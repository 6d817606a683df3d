/** Claims checked with tools. */
import { critic, direct, reflexion } from '@gyre/core'
import { sheetSuccess } from '../closed-forms/claim-sheet.ts'
import { editedSheet } from '../closed-forms/edited-sheet.ts'
import type { Suite } from '../run-lab.ts'
import { claimSheet } from '../tasks/claim-sheet.ts'
import { arm, claimsOf } from './arms.ts'

const { equals, needs, beats, beatsAtEqualCalls, control } = claimsOf('critic')

const sheet = { p: 0.2, claims: 5, rounds: 2 }
const checked = { t1: 0.85, t0: 0.05, fix: 0.9, spoil: 0.3 }
const guessed = { t1: 0.3, t0: 0.3, fix: 0.4, spoil: 0.4 }
const rates = ({ t1, t0, fix, spoil }: typeof checked) => ({ p: sheet.p, alpha: 1 - t0, beta: 1 - t1, fix, spoil })

const withTool = claimSheet({ claims: 5, hasTool: true })
const withoutTool = claimSheet({ claims: 5, hasTool: false })
const draft = arm('direct, 5 claims', { loop: direct, family: withoutTool, rates: rates(checked) })
const mended = arm('critic, 5 claims', { loop: critic, family: withTool, rates: rates(checked) })
/** The same judge looks at the sheet as a whole, and the sheet is written anew. */
const rewritten = arm('reflexion, 5 claims, 2 episodes', {
  loop: reflexion,
  config: { inner: { loop: 'direct', config: {} }, maxReflections: 1 },
  family: withoutTool,
  rates: rates(checked),
})
const once = arm('critic, 5 claims, one round', {
  loop: critic,
  config: { maxCritiqueRounds: 1 },
  family: withTool,
  rates: rates(checked),
})
const guessing = arm('critic, 5 claims, guessing', { loop: critic, family: withTool, rates: rates(guessed) })
const unchecked = arm('critic without tools, 5 claims', { loop: critic, family: withoutTool, rates: rates(checked) })

export const criticSuite: Suite = {
  arms: [draft, mended, rewritten, once, guessing, unchecked],
  claims: [
    equals(draft, 'the draft: (1 - p)^n', sheetSuccess({ ...sheet, ...checked, rounds: 0 })),
    // After one round nothing is left to end early: it is the textbook's number.
    equals(once, "one round: (1 - p')^n", sheetSuccess({ ...sheet, ...checked, rounds: 1 })),
    equals(mended, 'two rounds, ended by one that changes nothing', editedSheet({ ...sheet, ...checked }).success),
    needs(mended, 'calls for it', { of: 'calls', expected: editedSheet({ ...sheet, ...checked }).calls }),
    equals(guessing, 'a judge that guesses, t1 = t0', editedSheet({ ...sheet, ...guessed }).success),
    equals(unchecked, 'without tools the draft stands', sheetSuccess({ ...sheet, ...checked, rounds: 0 })),
    beats(mended, draft, 'beats its draft'),
    beatsAtEqualCalls(mended, rewritten, 'beats writing all of it anew, at no more calls'),
    control(guessing, draft, 'does not beat its draft when it guesses'),
    control(unchecked, draft, 'does not beat its draft without tools'),
  ],
}
