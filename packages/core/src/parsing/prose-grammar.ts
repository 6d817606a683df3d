/** Protocols of prose without tools: a form that is asked for, and a reader that says what is wrong with a reply. */
import type { Grammar } from './grammar.ts'
import { stripThinking } from './reply-text.ts'

/** What a text says, or why it cannot be read. */
export type Read<T> = { readonly ok: true; readonly value: T } | { readonly ok: false; readonly fault: string }

/** A form of prose: what it is called, the words that ask for it, and a reader that says what is wrong with a reply. */
export type ProseForm = {
  readonly name: string
  readonly version: number
  /** How the reply has to look, said to the model. */
  readonly form: string
  read(text: string): Read<unknown>
}

/** A reply that can be read stays as it is, without its thinking; one that cannot is repaired once. */
export function proseGrammar({ name, version, form, read }: ProseForm): Grammar {
  return {
    name,
    version,
    stop: [],
    preamble: () => form,
    render: (message) => message,
    parse: (text) => {
      const said = stripThinking(text).trim()
      const reading = read(said)
      return reading.ok ? { kind: 'answer', text: said } : { kind: 'fault', fault: reading.fault, salvage: '' }
    },
    repair: (fault) =>
      `Your last reply cannot be read: ${fault}.\nWrite it again, in exactly this form and with nothing else.\n\n${form}`,
  }
}
