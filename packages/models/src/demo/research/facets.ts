/** Sides that nearly every subject has, the words that speak of them, and what is typically said. */
import { contentWords } from '../lookup/content-words.ts'

type Facet = {
  readonly name: string
  /** The subject as a heading begins with it. */
  readonly headingFor: (subject: string) => string
  readonly subtopics: readonly string[]
  /** A text with any of these has something to say on it. */
  readonly words: ReadonlySet<string>
  /** In the words of those who write on it; it says nothing of anything. */
  readonly typical: string
}

export const facets: readonly Facet[] = [
  {
    name: 'history and origins',
    headingFor: (subject) => `${subject}: history and origins`,
    subtopics: ['founding and first years', 'changes over the years'],
    words: wordSet('history origin founded established began first opened beginnings early merged century'),
    typical: 'It was founded in the early years, first opened soon after that, and the company changed over the years.',
  },
  {
    name: 'people',
    headingFor: (subject) => `${subject}: people`,
    subtopics: ['founders, designers and builders', 'who worked there'],
    words: wordSet('people born son daughter widow founder captain keeper chairman director worker served crew family'),
    typical: 'The founder was born in the islands, served as captain and chairman, and was followed by a daughter.',
  },
  {
    name: 'building and technology',
    headingFor: (subject) => `${subject}: building and technology`,
    subtopics: ['design and materials', 'size and cost'],
    words: wordSet(
      'building technology built designed construction metres tonnes stone iron engine material cost size',
    ),
    typical: 'It was designed by an engineer and built of stone and iron; it is many metres long, and it cost a lot.',
  },
  {
    name: 'events',
    headingFor: (subject) => `${subject}: events`,
    subtopics: ['accidents and losses', 'disputes and decisions'],
    words: wordSet('event accident storm strike wreck lost drowned fire inquiry dispute war rescue'),
    typical: 'In the great storm one was lost, others were rescued, and an inquiry followed the accident.',
  },
  {
    name: 'present use',
    headingFor: (subject) => `${subject} today`,
    subtopics: ['present use', 'what remains'],
    words: wordSet('today now present still museum remains visitors automatic closed'),
    typical: 'Today it is still in use, visitors come to see it, and a museum keeps what remains.',
  },
]

function wordSet(words: string): ReadonlySet<string> {
  return new Set(contentWords(words))
}

/** Words that say little of a topic: nearly every one has them. */
export const usualWords: ReadonlySet<string> = new Set(
  facets.flatMap(({ name, subtopics }) => contentWords([name, ...subtopics].join(' '))),
)

/** Words that speak of one of them. */
export const sideWords: ReadonlySet<string> = new Set(facets.flatMap(({ words }) => [...words]))

/** The one that a heading is for: `The Ravel Yard: people`. */
export function facetOf(heading: string): Facet | undefined {
  return facets.find(({ headingFor }) => heading.endsWith(headingFor('')))
}

/** Those that a text speaks of, the one with most words first. */
export function facetsIn(text: string): readonly Facet[] {
  const words = new Set(contentWords(text))
  return facets
    .map((facet) => ({ facet, shared: facet.words.intersection(words).size }))
    .filter(({ shared }) => shared > 0)
    .toSorted((one, other) => other.shared - one.shared)
    .map(({ facet }) => facet)
}
