/** Questions about the synthetic world, of kinds that are hard in different ways, with the documents that answer them. */

import { chatterSentences } from './chatter.ts'
import type { Telling } from './documents.ts'
import { fillerSentences } from './filler.ts'
import type { Random } from './seeded-random.ts'
import { oneTypo } from './typo.ts'
import type { Fact, World } from './world.ts'

export type QuestionKind = 'exact' | 'paraphrase' | 'typo' | 'identifier' | 'two-hop' | 'long'

export type Question = {
  readonly id: string
  readonly kind: QuestionKind
  readonly question: string
  readonly answer: string
  /** Documents by name: 2 answers it, 1 helps. */
  readonly relevant: Readonly<Record<string, 1 | 2>>
}

type Asking = {
  readonly random: Random
  readonly world: World
  readonly tellings: ReadonlyMap<Fact, readonly Telling[]>
}

type Asked = Pick<Question, 'question' | 'answer' | 'relevant'>

const counts: Readonly<Record<QuestionKind, number>> = {
  exact: 60,
  paraphrase: 60,
  typo: 50,
  identifier: 40,
  'two-hop': 50,
  long: 40,
}

const ask: Readonly<Record<QuestionKind, (asking: Asking) => Asked>> = {
  exact: (asking) => {
    const fact = asking.random.pick(asking.world.facts)
    return { ...answered(asking, fact), question: inItsWords(asking, fact, fact.subject.name) }
  },
  paraphrase: (asking) => {
    const fact = asking.random.pick(asking.world.facts)
    const { name, short } = fact.subject
    const subject = asking.random.pick([name, short, description(asking, fact) ?? short])
    return { ...answered(asking, fact), question: inOtherWords(asking.random, fact, subject) }
  },
  typo: (asking) => {
    const named = asking.world.facts.filter((fact) => fact.subject.kind !== 'machine')
    const fact = asking.random.pick(named)
    const subject = oneTypo(asking.random, fact.subject.name, asking.world.things)
    const words = asking.random.chance(0.5)
      ? inItsWords
      : (_: Asking, about: Fact, name: string) => inOtherWords(asking.random, about, name)
    return { ...answered(asking, fact), question: words(asking, fact, subject) }
  },
  identifier: (asking) => {
    const fact = asking.random.pick(asking.world.facts.filter(({ subject }) => subject.code !== undefined))
    const subject = spelled(asking.random, fact.subject.code ?? '')
    return { ...answered(asking, fact), question: inOtherWords(asking.random, fact, subject) }
  },
  'two-hop': (asking) => {
    const first = asking.random.pick(asking.world.facts.filter(({ relation }) => relation.phrase !== undefined))
    const second = asking.random.pick(asking.world.facts.filter(({ subject }) => subject === first.object))
    const through = (first.relation.phrase ?? '').replace('{s}', first.subject.name)
    const { answer, relevant } = answered(asking, second)
    const bridge = (asking.tellings.get(first) ?? []).find(({ passing }) => !passing)?.document ?? ''
    return { question: inOtherWords(asking.random, second, through), answer, relevant: { [bridge]: 1, ...relevant } }
  },
  long: (asking) => {
    const { random } = asking
    const fact = random.pick(asking.world.facts)
    const core = random.chance(0.5)
      ? inItsWords(asking, fact, fact.subject.name)
      : inOtherWords(random, fact, fact.subject.name)
    // A sentence of the documents' own talk is in it too: noise that looks like evidence.
    const before = `${chatterSentences(random, 3 + random.below(3))} ${fillerSentences(random, 1).join(' ')}`
    const question = `Good morning! ${before} ${core} ${chatterSentences(random, 1 + random.below(3))} Many thanks.`
    return { ...answered(asking, fact), question }
  },
}

export function questionsAbout(asking: Asking): readonly Question[] {
  const questions = new Map<string, Question>()
  for (const kind of Object.keys(counts) as QuestionKind[]) {
    for (let made = 0; made < counts[kind]; ) {
      const asked = ask[kind](asking)
      if (questions.has(asked.question)) continue
      made++
      questions.set(asked.question, { id: `${kind}-${String(made).padStart(2, '0')}`, kind, ...asked })
    }
  }
  return [...questions.values()]
}

function answered({ tellings }: Asking, fact: Fact): Pick<Question, 'answer' | 'relevant'> {
  const relevant: Record<string, 1 | 2> = {}
  for (const { document, passing } of tellings.get(fact) ?? []) relevant[document] = passing ? 1 : 2
  return { answer: fact.answer, relevant }
}

/** What it is called without its name: by another fact, which is true of nothing else. */
function description({ random, world }: Asking, { subject, relation }: Fact): string | undefined {
  const others = world.facts.filter((fact) => fact.subject === subject && fact.relation !== relation)
  const telling = others.filter(
    (other) => other.object && world.facts.filter((fact) => sameSaid(fact, other)).length === 1,
  )
  if (telling.length === 0) return undefined
  const fact = random.pick(telling)
  return fact.relation.described?.replace('{o}', fact.answer)
}

const sameSaid = (one: Fact, other: Fact) => one.relation === other.relation && one.object === other.object

/** The question that goes with the sentence by which the document tells it. */
function inItsWords({ tellings }: Asking, fact: Fact, subject: string): string {
  const told = (tellings.get(fact) ?? []).find(({ passing }) => !passing)
  return (fact.relation.told[told?.sentence ?? 0]?.question ?? '').replace('{s}', subject)
}

const inOtherWords = (random: Random, fact: Fact, subject: string) =>
  random.pick(fact.relation.asked).replace('{s}', subject)

/** People write codes as they please. */
const spelled = (random: Random, code: string) =>
  random.pick([code, code, code, code.toLowerCase(), code.replace('-', ' ')])
