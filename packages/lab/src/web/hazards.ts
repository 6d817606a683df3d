/** The pages that make a web a web: copies, dead ends, slow and huge ones, those that lie, and those that are closed. */
import { share } from '../world/hash.ts'
import { slug } from './honest-pages.ts'
import type { WebFact } from './web-facts.ts'
import { closedPath, injectedOrder, type PageKind, type WebPage } from './web-page.ts'

type Hazard = {
  readonly kind: PageKind
  readonly host: string
  /** What it says, from the page that it is made of; the same when left out. */
  readonly rewrite?: (paragraphs: readonly string[]) => readonly string[]
}

/** So often a long page repeats itself: about 200,000 characters. */
const repeats = 200

const hazards: readonly Hazard[] = [
  { kind: 'copy', host: 'mirror.example' },
  { kind: 'copy', host: 'mirror.example' },
  { kind: 'copy', host: 'digest.example', rewrite: withoutFirstSentence },
  { kind: 'copy', host: 'digest.example', rewrite: withoutFirstSentence },
  { kind: 'gone', host: 'oldpages.example' },
  { kind: 'gone', host: 'oldpages.example' },
  { kind: 'reset', host: 'broken.example' },
  { kind: 'late', host: 'slow.example' },
  { kind: 'silent', host: 'stalled.example' },
  { kind: 'long', host: 'volumes.example', rewrite: (paragraphs) => Array(repeats).fill(paragraphs).flat() },
  { kind: 'huge', host: 'volumes.example' },
  { kind: 'injection', host: 'deals.example', rewrite: (paragraphs) => [injectedOrder, ...paragraphs, injectedOrder] },
  { kind: 'veiled', host: 'deals.example' },
  { kind: 'trap', host: 'detour.example' },
  { kind: 'closed', host: 'club.example' },
  { kind: 'closed', host: 'club.example' },
]

/** Each is made of an honest page, so that searches find it and no fact is on it alone. */
export function hazardPages(honest: readonly WebPage[], lies: readonly WebFact[], seed: number): readonly WebPage[] {
  const order = honest.toSorted((one, other) => share(one.title, seed) - share(other.title, seed))
  const made = hazards.flatMap(({ kind, host, rewrite }, at) => {
    const page = order[at % order.length]
    if (page === undefined) return []
    const folder = kind === 'closed' ? closedPath : '/'
    const paragraphs = rewrite?.(page.paragraphs) ?? page.paragraphs
    return [{ ...page, host, kind, path: `${folder}${kind}-${at}-${slug(page.title)}`, paragraphs }]
  })
  return [...made, liarPage(lies)]
}

function liarPage(lies: readonly WebFact[]): WebPage {
  const byTopic = [...Map.groupBy(lies, ({ topic }) => topic)]
  return {
    host: 'truth.example',
    path: '/everything',
    title: `The truth about ${byTopic.map(([topic]) => topic.toLowerCase()).join(', ')}`,
    kind: 'liar',
    topic: '',
    paragraphs: byTopic.map(([, told]) => told.map(({ sentence }) => sentence).join(' ')),
  }
}

function withoutFirstSentence([first = '', ...others]: readonly string[]): readonly string[] {
  return [first.replace(/^[^.]*\.\s*/, ''), ...others]
}
