/**
 * A synthetic web: what is true, and the pages that say so, or do not.
 *
 * A seed decides which topic is hidden, who did what and how much of it, which page is where and which ones are broken.
 */
import { stir } from '../world/hash.ts'
import { hazardPages } from './hazards.ts'
import { honestPages, hosts } from './honest-pages.ts'
import { knownTopics } from './topics/known-topics.ts'
import type { TopicText } from './topics/topic-text.ts'
import { claimsAbout, type WebFact } from './web-facts.ts'
import { urlOf, type WebPage } from './web-page.ts'

/** The seed, and what the web has besides what is asked for: a hidden topic, news, hazards. */
export type WebWorldOptions = {
  readonly seed: number
  /** There is a topic that the task does not name, as there is when left out. */
  readonly hasHidden?: boolean
  /** Pages say different things, as they do when left out; else all say the same. */
  readonly hasNovelty?: boolean
  /** There are copies, dead ends and hostile pages, as there are when left out. */
  readonly hasHazards?: boolean
}

/** A synthetic web: what is asked, what is true, and the pages there are. */
export type WebWorld = {
  /** What a session is asked for. It names every topic but the hidden one. */
  readonly goal: string
  /** Titles. */
  readonly topics: readonly string[]
  readonly hidden: string | undefined
  /** All that is true, on some honest page each. */
  readonly facts: readonly WebFact[]
  /** What is said of the same names, and is not so. */
  readonly lies: readonly WebFact[]
  readonly pages: readonly WebPage[]
  /** The page at this address, without its port. */
  pageAt(url: string): WebPage | undefined
}

const subject = 'the Skarrow Islands'

/** Makes a synthetic web; the same seed makes the same. */
export function webWorld({ seed, hasHidden = true, hasNovelty = true, hasHazards = true }: WebWorldOptions): WebWorld {
  const left = knownTopics[stir(seed) % knownTopics.length] as TopicText
  const asked = knownTopics.filter((topic) => topic !== left)
  const topics = hasHidden ? [...asked, left] : asked
  const hidden = hasHidden ? left : undefined
  const { facts, lies } = claimsAbout(topics, seed)
  const honest = honestPages({ subject, topics, hidden, facts, seed })
  const said = hasNovelty ? honest : allAlike(honest)
  const pages = hasHazards ? [...said, ...hazardPages(said, lies, seed)] : said
  const byUrl = new Map(pages.map((page) => [urlOf(page), page]))
  return {
    goal: goalOf(asked.map(({ title }) => title)),
    topics: asked.map(({ title }) => title),
    hidden: hidden?.title,
    facts: hasNovelty ? facts : facts.filter(({ sentence }) => said[0]?.paragraphs.join(' ').includes(sentence)),
    lies,
    pages,
    pageAt: (url) => byUrl.get(url),
  }
}

function goalOf(titles: readonly string[]): string {
  const named = titles.map((title) => title.toLowerCase())
  return `Report on ${named.slice(0, -1).join(', ')} and ${named.at(-1)} of ${subject}.`
}

/** One page of each topic, put together: every page says that. */
function allAlike(pages: readonly WebPage[]): readonly WebPage[] {
  const firsts = [...Map.groupBy(pages, ({ topic }) => topic).values()].flatMap(([first]) => first ?? [])
  const paragraphs = firsts.flatMap((page) => page.paragraphs.slice(0, 1))
  return pages.map((page) => ({ ...page, paragraphs }))
}

/** Every host that has a page. */
export function hostsOf({ pages }: Pick<WebWorld, 'pages'>): readonly string[] {
  return [...new Set([...hosts, ...pages.map(({ host }) => host)])]
}
