/** Labels that a system message teaches for the end of an answer, or for the whole of one. */
import { type Message, textOf } from '@gyre/core'

export type TaughtLabels = {
  /** How sure an answer is, what it lacks and who knows more stand below it. */
  readonly signs: boolean
  /** An answer that is right is to be confirmed by a word. */
  readonly confirms: boolean
}

const signatures = ['CONFIDENCE', 'GAPS', 'REFERRAL'].map((label) => new RegExp(`^${label}:`, 'm'))

export function taughtLabels(messages: readonly Message[]): TaughtLabels {
  const texts = messages.filter(({ role }) => role === 'system').map(textOf)
  return {
    signs: texts.some((text) => signatures.every((label) => label.test(text))),
    confirms: texts.some((text) => /\bCONFIRMED\b/.test(text)),
  }
}
