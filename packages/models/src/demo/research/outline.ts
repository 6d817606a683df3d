/** An outline: what a task lists itself, or what was found for it in groups that belong together; else sides of its subject. */
import { contentWords } from '../lookup/content-words.ts'
import type { FoundPage } from '../reading/found-pages.ts'
import { cutAtWord } from './asked-for.ts'
import { aspectsOf, fieldOf } from './aspects.ts'
import { facets, facetsIn } from './facets.ts'
import { speakOf } from './on-subject.ts'
import { inOtherNumber } from './other-number.ts'
import { capitalised, headed, isForeign, nameIn, saidIn, shortSubject, subjectOf, tellingThings } from './subject.ts'

type DraftTopic = { readonly topic: string; readonly subtopics: readonly string[] }

/** With fewer a report is hardly more than one page of what was found. */
const fewestTopics = 2
const mostTopics = 5
const fewestSubtopics = 2
const mostSubtopics = 4

/** As long as a heading may be. */
const longestHeading = 200

export function outlineFor(task: string, pages: readonly FoundPage[], limit: number): readonly DraftTopic[] {
  return topicsOf(task, pages).slice(0, Math.max(1, limit))
}

function topicsOf(task: string, pages: readonly FoundPage[]): readonly DraftTopic[] {
  const texts = pages.map(({ title, text }) => `${title} ${text}`)
  const isAstray = pages.length > 0 && !speakOf(texts, task)
  // What was found is about something else: whatever the sides of the subject are, nothing is known of them.
  if (isAstray && !isForeign(task)) return [drafted(capitalised(subjectOf(task)), [])]
  const named = aspectsOf(task).map((heading) => aspectTopic(heading, pages))
  const topics = named.length > 0 ? named : foundTopics(task, pages)
  return topics.length > 0 ? topics : sidesOf(task)
}

function foundTopics(task: string, pages: readonly FoundPage[]): readonly DraftTopic[] {
  if (pages.length === 0 || isForeign(task)) return []
  const { fitting, related } = pagesOn(task, pages)
  const topics = groupsOf(fitting).slice(0, mostTopics).map(topicOf)
  const fill = isMore(task, fitting) ? [wholeTopic(task)] : related.map((page) => topicOf([page]))
  return [...topics, ...fill.slice(0, Math.max(0, fewestTopics - topics.length))]
}

/** Whether there is more of it to be found: no page is about it, or one word says it and no page is called so. */
function isMore(task: string, pages: readonly FoundPage[]): boolean {
  const words = new Set(contentWords(shortSubject(task)))
  const isCalled = pages.some(({ title }) => words.symmetricDifference(new Set(contentWords(title))).size === 0)
  return pages.length === 0 || (words.size === 1 && shortSubject(task) !== nameIn(task) && !isCalled)
}

/** The subject itself; a word that has a field is looked for as that. */
function wholeTopic(task: string): DraftTopic {
  const heading = headed(shortSubject(task))
  const [word = '', ...others] = contentWords(heading)
  const field = others.length === 0 ? fieldOf(word) : undefined
  return field === undefined ? drafted(heading, []) : drafted(field, [inOtherNumber(field).toLowerCase(), heading])
}

/** What the task wants to know comes with the pages that speak of it in their titles. */
function aspectTopic(heading: string, pages: readonly FoundPage[]): DraftTopic {
  const words = new Set(contentWords(heading))
  const titles = pages.map(({ title }) => title).filter((title) => contentWords(title).some((word) => words.has(word)))
  return drafted(heading, [inOtherNumber(heading).toLowerCase(), ...titles])
}

/** A title says more than an extract. */
const titleCounts = 2

/** A page that fits less than this share of the best one is about something else. */
const fittingShare = 0.5

type PagesOn = { readonly fitting: readonly FoundPage[]; readonly related: readonly FoundPage[] }

/** `A Letter from …`, `Extract from …`: such a page tells of many things. */
const documents = /\bfrom\b/i

/** Pages that are about what the task is, the best first, and those that only speak of it, or are called as its subject. */
function pagesOn(task: string, pages: readonly FoundPage[]): PagesOn {
  const wanted = tellingThings(task)
  const scored = pages
    .map((page) => {
      const { title, text } = page
      const inTitle = saidIn(title, wanted)
      const score = titleCounts * inTitle + saidIn(text, wanted)
      return { page, inTitle, said: saidIn(`${title} ${text}`, wanted), score }
    })
    .toSorted((one, other) => other.score - one.score)
  const isFitting = ({ inTitle, score }: (typeof scored)[number]) =>
    inTitle > 0 && score > fittingShare * (scored[0]?.score ?? 0)
  const others = scored.filter((each) => !isFitting(each))
  const subject = contentWords(shortSubject(task)).join(' ')
  const isCalled = ({ page }: (typeof scored)[number]) => contentWords(page.title).join(' ') === subject
  const isRelated = (each: (typeof scored)[number]) =>
    !isCalled(each) && each.said > wanted.length / 2 && !documents.test(each.page.title)
  return {
    fitting: scored.filter(isFitting).map(({ page }) => page),
    related: [...others.filter(isCalled), ...others.filter(isRelated)].map(({ page }) => page),
  }
}

/** Pages whose titles share a word belong together, unless most titles have that word. */
function groupsOf(pages: readonly FoundPage[]): readonly (readonly FoundPage[])[] {
  const titles = pages.map(({ title }) => new Set(contentWords(title)))
  const isTelling = (word: string) => titles.filter((title) => title.has(word)).length <= pages.length / 2
  const groups: { readonly words: Set<string>; readonly pages: FoundPage[] }[] = []
  for (const [at, page] of pages.entries()) {
    const words = new Set([...(titles[at] ?? [])].filter(isTelling))
    const group = groups.find((each) => words.intersection(each.words).size > 0)
    if (group) group.pages.push(page)
    else groups.push({ words, pages: [page] })
  }
  return groups.map((group) => group.pages)
}

/** A heading names no more pages. */
const titlesInHeading = 2

/** What other pages are about, and what extracts speak of. */
function topicOf(group: readonly FoundPage[]): DraftTopic {
  const titles = group.map(({ title }) => title)
  const sides = facetsIn(group.map(({ text }) => text).join(' ')).map(({ name }) => name)
  const [first = '', ...others] = titles.slice(0, titlesInHeading)
  const heading = [first, ...others.map((title) => title.replace(/^(?:The|An?)\b/, lowered))].join(' and ')
  return drafted(heading, [...titles.slice(titlesInHeading), ...sides])
}

/** Where too little is told of, it is filled up with what most things have. */
function drafted(topic: string, told: readonly string[]): DraftTopic {
  const usual = facets.map(({ name }) => name).filter((name) => !told.includes(name))
  const filled = [...told, ...usual.slice(0, Math.max(0, fewestSubtopics - told.length))]
  return {
    topic: cutAtWord(topic, longestHeading),
    subtopics: filled.slice(0, mostSubtopics).map((each) => cutAtWord(each, longestHeading)),
  }
}

/** In a language without words for them, the task is the only topic. */
function sidesOf(task: string): readonly DraftTopic[] {
  if (isForeign(task)) return [{ topic: subjectOf(task), subtopics: [] }]
  const subject = headed(shortSubject(task))
  return facets.map(({ headingFor, subtopics }) => ({ topic: headingFor(subject), subtopics }))
}

function lowered(word: string): string {
  return word.toLowerCase()
}
