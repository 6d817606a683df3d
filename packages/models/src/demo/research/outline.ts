/** An outline: what a task lists itself, or what was found for it in groups that belong together; else sides of its subject. */
import { contentWords } from '../lookup/content-words.ts'
import type { FoundPage } from '../reading/found-pages.ts'
import { type Aspect, aspectsOf } from './aspects.ts'
import { facets, facetsIn } from './facets.ts'
import { cutAtWord, isForeign, shortSubject, subjectOf, tellingWords } from './subject.ts'

type DraftTopic = { readonly topic: string; readonly subtopics: readonly string[] }

/** With fewer a report is hardly more than one page of what was found. */
const fewestTopics = 3
/** So many there are where that has to be filled up. */
const filledTopics = 4
const mostTopics = 5
const fewestSubtopics = 2
const mostSubtopics = 4

/** As long as a heading may be. */
const longestHeading = 200

export function outlineFor(task: string, pages: readonly FoundPage[], limit: number): readonly DraftTopic[] {
  const named = aspectsOf(task).map((aspect) => aspectTopic(aspect, pages))
  const found = named.length > 0 ? [] : groupsOf(relevantPages(pages, task)).slice(0, mostTopics).map(topicOf)
  const told = [...named, ...found]
  return [...told, ...sidesOf(task)].slice(0, Math.max(1, Math.min(topicCount(told.length), limit)))
}

function topicCount(told: number): number {
  if (told === 0) return mostTopics
  return told < fewestTopics ? filledTopics : told
}

/** What the task wants to know comes with the pages that speak of it in their titles. */
function aspectTopic({ topic, things }: Aspect, pages: readonly FoundPage[]): DraftTopic {
  const words = new Set(things.flatMap(contentWords))
  const titles = pages.map(({ title }) => title).filter((title) => contentWords(title).some((word) => words.has(word)))
  return drafted(topic, titles)
}

/** A title says more than an extract. */
const titleCounts = 2

/** Pages that speak of what the task does, those that say so in their titles first. */
function relevantPages(pages: readonly FoundPage[], task: string): readonly FoundPage[] {
  const wanted = tellingWords(task)
  return pages
    .map((page) => {
      const inTitle = wanted.intersection(new Set(contentWords(page.title))).size
      const inText = wanted.intersection(new Set(contentWords(page.text))).size
      return { page, score: titleCounts * inTitle + inText }
    })
    .filter(({ score }) => score > 0)
    .toSorted((one, other) => other.score - one.score)
    .map(({ page }) => page)
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
  return drafted(titles.slice(0, titlesInHeading).join(' and '), [...titles.slice(titlesInHeading), ...sides])
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
  const subject = shortSubject(task)
  return facets.map(({ headingFor, subtopics }) => ({ topic: headingFor(subject), subtopics }))
}
