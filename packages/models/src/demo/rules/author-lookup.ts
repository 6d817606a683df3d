/** Questions that documents answer: looked up with a search, one hop after the other. */
import type { Answer, Decision, PlannedCall } from '../decision.ts'
import { resolved, taskFindings } from '../goal/finding.ts'
import { answerWord, asksForFact } from '../lookup/fact-question.ts'
import { type Found, type LookUp, lookUp } from '../lookup/look-up.ts'
import { lookupSkill } from '../lookup/lookup-skill.ts'
import type { Attempt, Question } from '../reading/exchange.ts'
import { searchOf } from '../reading/offered-tools.ts'
import type { Reading } from '../reading/reading.ts'
import { stepOutputs, withResults } from '../reading/step-results.ts'
import { neededResults } from '../reading/task-results.ts'
import type { Rule } from '../rule.ts'

export const authorLookup: Rule = {
  name: 'author-lookup',
  purposes: ['answer', 'follow-ups'],
  ability:
    'look up facts with a search tool, several in a row (`Who founded the yard that built the paddle steamer Petrel?`)',
  decide(question, reading) {
    const asked = withAnswers(question.text, reading)
    const found = resultsSince(reading, question)
    const call = callFor(reading)
    if (!asksForFact(asked)) return undefined
    // What has to be known first is not known: nobody can look that up.
    if (openReference.test(asked)) return lookedUp(asked, { kind: 'missing', question: asked, hops: [] })
    if (!call && found.size === 0) return partOf(asked, reading.bestAnswer)
    const end = lookUp(asked, (each) => found.get(keyOf(each)))
    return end.kind === 'open' && call ? call(end.question) : lookedUp(asked, end)
  },
}

const openReference = /\bthe answer of step \d/i

/** Answers of other steps: they say them, or they stand in what a search gave. */
function withAnswers(text: string, { material }: Reading): string {
  const said = withResults(text, stepOutputs(material['results']), answerWord)
  return openReference.test(said) ? resolved(said, taskFindings(neededResults(material['results']))) : said
}

/** The best answer there was may be one on the way only: then it is said what is missing. */
function partOf(asked: string, best: string | undefined): Decision | undefined {
  const end = best === undefined ? undefined : lookUp(asked, () => best)
  return end?.kind === 'missing' && end.hops.length > 0 ? lookedUp(asked, end) : undefined
}

/** What was found for each question that was looked up. */
function resultsSince({ batches, begun }: Reading, { batchesBefore }: Question): ReadonlyMap<string, string> {
  const attempts = [...begun, ...batches.slice(batchesBefore).flat()]
  return new Map(
    attempts.flatMap((attempt) => {
      const query = queryOf(attempt)
      return query === undefined ? [] : [[keyOf(query), attempt.observation?.text ?? ''] as const]
    }),
  )
}

/** The same question, with an article or without. */
function keyOf(question: string): string {
  return question.toLowerCase().replace(/\b(?:the|an?) /g, '')
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

/** What came of looking a question up. */
export function lookedUp(question: string, end: LookUp): Answer {
  const way = end.hops.map((hop) => `${hop.question} ${hop.text}.`).join(' ')
  const text = end.kind === 'found' ? quoted(end.answer) : ''
  // What it would not believe of another it does not say itself.
  if (end.kind === 'found' && lookupSkill.judge(question, text)?.isRight) {
    const findings = { isKnown: true, question, results: [], choice: end.answer.text }
    return { kind: 'answer', thought: `What was found says it. ${way}`, text, findings }
  }
  return missing(question, end, way)
}

function quoted({ text, sentence, source }: Found): string {
  return text === sentence ? `“${sentence}” (${source})` : `${text}: “${sentence}” (${source})`
}

function missing(question: string, end: LookUp, way: string): Answer {
  const open = end.kind === 'found' ? end.answer.question : end.question
  const text = `I found nothing that answers “${open}”${way === '' || end.kind === 'found' ? '' : ` So far: ${way}`}`
  const findings = { isKnown: false, question, results: [] }
  return { kind: 'answer', thought: 'What was found does not say it.', text, findings }
}
