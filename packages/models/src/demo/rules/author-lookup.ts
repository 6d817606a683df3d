/** Questions that documents answer: looked up with a search, one hop after the other. */
import type { Decision, PlannedCall } from '../decision.ts'
import { answerWord, asksForFact } from '../lookup/fact-question.ts'
import { type LookUp, lookUp } from '../lookup/look-up.ts'
import type { Attempt, Question } from '../reading/exchange.ts'
import { searchOf } from '../reading/offered-tools.ts'
import type { Reading } from '../reading/reading.ts'
import { stepOutputs, withResults } from '../reading/step-results.ts'
import type { Rule } from '../rule.ts'

export const authorLookup: Rule = {
  name: 'author-lookup',
  purposes: ['answer', 'follow-ups'],
  ability:
    'look up facts with a search tool, several in a row (`Who founded the yard that built the paddle steamer Petrel?`)',
  decide(question, reading) {
    const asked = withResults(question.text, stepOutputs(reading.material['results']), answerWord)
    const found = resultsSince(reading, question)
    const call = callFor(reading)
    if (!asksForFact(asked) || (!call && found.size === 0)) return undefined
    const end = lookUp(asked, (each) => found.get(each.toLowerCase()))
    return end.kind === 'open' && call ? call(end.question) : answered(asked, end)
  },
}

/** What was found for each question that was looked up. */
function resultsSince({ batches }: Reading, { batchesBefore }: Question): ReadonlyMap<string, string> {
  const attempts = batches.slice(batchesBefore).flat()
  return new Map(
    attempts.flatMap((attempt) => {
      const query = queryOf(attempt)
      return query === undefined ? [] : [[query.toLowerCase(), attempt.observation?.text ?? ''] as const]
    }),
  )
}

function queryOf({ input }: Attempt): string | undefined {
  const { query, question } = (input ?? {}) as { readonly query?: unknown; readonly question?: unknown }
  const asked = query ?? question
  return typeof asked === 'string' ? asked : undefined
}

/** How a question is put: as a follow-up where a loop answers those, else with a search. */
function callFor({ tools, form }: Reading): ((question: string) => Decision) | undefined {
  const search = searchOf(tools)
  if (!search) return undefined
  if (form.kind === 'self-ask' && form.mayAsk) return (question) => ({ kind: 'follow-ups', questions: [question] })
  return (question) => {
    const calls: readonly PlannedCall[] = [{ tool: search.name, input: { query: question } }]
    return { kind: 'calls', thought: `I look this up: ${question}`, calls }
  }
}

function answered(question: string, end: LookUp): Decision {
  const way = end.hops.map((hop) => `${hop.question} ${hop.text}.`).join(' ')
  if (end.kind === 'found') {
    const { text, sentence, source } = end.answer
    const quoted = text === sentence ? `${text} (${source})` : `${text}: “${sentence}” (${source})`
    const findings = { isKnown: true, question, results: [], choice: text }
    return { kind: 'answer', thought: `What was found says it. ${way}`, text: quoted, findings }
  }
  const text = `I found nothing that answers “${end.question}”${way === '' ? '' : ` So far: ${way}`}`
  const findings = { isKnown: false, question, results: [] }
  return { kind: 'answer', thought: 'What was found does not say it.', text, findings }
}
