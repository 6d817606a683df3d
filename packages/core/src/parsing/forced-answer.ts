/** An answer that was asked for in no form at all, freed from what a model may write around it all the same. */
import type { Grammar } from './grammar.ts'
import { reactGrammar } from './react-grammar.ts'
import { markersIn, markerValue } from './reply-text.ts'

/**
 * Read like the last answer of ReAct, without tools. A thought alone and a call are no answers: what they say is salvage.
 * A marker at the beginning is taken off; one further down is part of the answer.
 */
export const forcedAnswerGrammar: Grammar = {
  ...reactGrammar,
  name: 'forced-answer',
  version: 1,
  parse(text) {
    const parsed = reactGrammar.parse(text, [], false)
    if (parsed.kind === 'fault') return parsed
    if (parsed.kind === 'calls') return { kind: 'fault', fault: 'no tool can be used here', salvage: parsed.thought }
    const answer = withoutMarker(parsed.text)
    return answer === ''
      ? { kind: 'fault', fault: 'there is nothing after `ANSWER:`', salvage: '' }
      : { kind: 'answer', text: answer }
  },
}

function withoutMarker(text: string): string {
  const [marker] = markersIn(text, ['ANSWER', 'FINAL ANSWER'], 'label')
  return marker?.start === 0 ? markerValue(text, marker) : text
}
