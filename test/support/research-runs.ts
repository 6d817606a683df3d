/** Runs of research over a small web, with a model that answers by its paths, as its tests look at them. */
import {
  defineTool,
  type Embedder,
  type Json,
  type ModelRequest,
  type ResearchDetails,
  readMaterial,
  research,
  type Session,
  type StartOptions,
  type TaskInput,
  type Tool,
  toolOutput,
} from '@gyre/core'
import { modelOf, type ScriptedModel, type ScriptedReply, says } from '@gyre/core/testing'
import { hashedEmbedder } from '@gyre/knowledge/lexical'
import { expect } from 'vitest'
import { z } from 'zod'
import { stepPaths, textsOf, type World, world } from './kernel.ts'

/** The embedder that needs no service, for tests of packages that know nothing of it. */
export const lexicalEmbedder = hashedEmbedder

export const goal = 'How do the islands get their light and their boats?'

export type Page = {
  readonly url: string
  readonly title: string
  readonly text: string
  /** What a reader gets instead of the text, one part a call. */
  readonly parts?: readonly string[]
  /** Where its address leads to in the end. */
  readonly leadsTo?: string
}

export const page = (host: string, title: string, ...sentences: readonly string[]): Page => ({
  url: `https://${host}.example/${title.toLowerCase().replaceAll(/\W+/g, '-')}`,
  title,
  text: sentences.join(' '),
})

/** Two topics, each on four hosts. */
export const pages: readonly Page[] = [
  page(
    'lights',
    'North Lighthouse',
    'The North Lighthouse was built in 1874 by Ada Brandt.',
    'Its lamp burns 40 litres of oil a night, and the tower is 31 metres high.',
    'Granite for the lighthouse came by barge from the quarry at Hest, a voyage of two days in fair weather.',
  ),
  page(
    'towers',
    'South Lighthouse',
    'The South Lighthouse followed in 1890, with a lens from the Corby works.',
    'The lighthouse lamp turns once in 12 seconds and floats on a bath of mercury.',
    'Storms broke the gallery twice, and each time a smith from the mainland mended the iron rail.',
  ),
  page(
    'keepers',
    'Lighthouse keepers',
    'Lighthouse keepers were paid 9 crowns a month in 1902, and coal besides.',
    'Each keeper had to clean the lamp before noon and enter the weather in a log.',
    'Their children rowed to school when the sound was calm, and learned by post when it was not.',
  ),
  page(
    'signals',
    'Fog signal',
    'A fog signal stands beside the lighthouse since 1931 and is heard over 5 miles.',
    'Compressed air from two engines drives its horn, which the keeper starts when the lamp cannot be seen.',
    'Fishermen complained at first that it frightened the herring out of the bay.',
  ),
  page(
    'ferries',
    'Ferry Petrel',
    'The ferry Petrel carries 120 passengers between the harbour and the outer islands.',
    'The boat leaves the pier at 7 in the morning and was launched in 1911.',
    'Her steam engine was replaced by a diesel after the war, to the sorrow of the stokers.',
  ),
  page(
    'company',
    'Ferry company',
    'The ferry company owns 3 boats and was founded in 1886 by Jonas Wirth.',
    'Passengers pay 2 crowns, half of that for sheep and nothing for the doctor.',
    'A strike in its twentieth year closed every crossing for six weeks.',
  ),
  page(
    'harbour',
    'Pier of the ferry',
    'The pier was lengthened to 85 metres in 1923 so that the ferry boat could land at low tide.',
    'Oak piles from the old naval yard carry it, and mussels cover them to the height of a man.',
    'Passengers wait in a hut with a stove, where the timetable hangs behind glass.',
  ),
  page(
    'winter',
    'Ferry in winter',
    'In winter the ferry boat crosses only on Tuesdays and Fridays, with mail for 14 households.',
    'Ice closed the sound in 1929, and sledges took the place of boats for a month.',
    'Since then an icebreaker waits at the mainland pier from December on.',
  ),
]

/** So few passages cover a topic that one round of the usual searches is enough. */
export const quick = { fullAt: 3 }

/** What the tools were asked for, in order; `inputs` is all of it. */
export type Asked = { readonly searches: string[]; readonly reads: string[]; readonly inputs: Json[] }

export type Web = { readonly tools: readonly Tool[]; readonly asked: Asked }

/** A tool of this name that takes anything and answers like this. */
export function toolNamed(name: string, run: (input: Readonly<Record<string, Json>>) => unknown): Tool {
  return defineTool({
    name,
    description: 'Searches or reads.',
    input: z.looseObject({}),
    effect: 'pure',
    run: async (input) => (await run(input as Readonly<Record<string, Json>>)) as string,
  }) as Tool
}

const wordsIn = (text: string) => new Set(text.toLowerCase().match(/\w{4,}/g))

/** Those that share words with the query, those that share most first. */
function foundIn<P extends Pick<Page, 'title' | 'text'>>(all: readonly P[], query: string): readonly P[] {
  const score = ({ title, text }: P) => wordsIn(`${title} ${text}`).intersection(wordsIn(query)).size
  return all.filter((each) => score(each) > 0).toSorted((one, other) => score(other) - score(one))
}

/** The web as research sees it: a search by words, and pages that can be read. */
export function smallWeb(all: readonly Page[] = pages): Web {
  const asked: Asked = { searches: [], reads: [], inputs: [] }
  const search = toolNamed('web.search', (input) => {
    const { query, count } = input as { readonly query: string; readonly count: number }
    asked.searches.push(query)
    asked.inputs.push(input)
    const best = foundIn(all, query).slice(0, count)
    const data = best.map(({ url, title, text }) => ({ url, title, snippet: text.slice(0, 80) }))
    return toolOutput({ text: data.map(({ title }) => title).join('\n'), data })
  })
  const fetch = toolNamed('web.fetch', (input) => {
    const { url, part } = input as { readonly url: string; readonly part: number }
    asked.reads.push(url)
    asked.inputs.push(input)
    const found = all.find((each) => each.url === url)
    if (!found) throw new Error(`${url} answered with status 404.`)
    const { title, text, parts = [text], leadsTo = url } = found
    const data = { url: leadsTo, title, parts: parts.length, part, remarks: [] }
    return toolOutput({ text: `${part === 1 ? `# ${title}\n\n` : ''}${parts[part - 1]}`, data })
  })
  return { tools: [search, fetch], asked }
}

export type Document = { readonly source: string; readonly title: string; readonly text: string }

/** A knowledge base: passages with their documents, which can be read. */
export function smallShelf(all: readonly Document[]): Web {
  const asked: Asked = { searches: [], reads: [], inputs: [] }
  const search = toolNamed('knowledge.search', (input) => {
    const { query, limit } = input as { readonly query: string; readonly limit: number }
    asked.searches.push(query)
    asked.inputs.push(input)
    const results = foundIn(all, query)
      .slice(0, limit)
      .map(({ source, title, text }, at) => ({ number: at + 1, source, title, start: 0, end: text.length, score: 1 }))
    return toolOutput({ text: results.map(({ title }) => title).join('\n'), data: { results } })
  })
  const read = toolNamed('knowledge.read', (input) => {
    const { document } = input as { readonly document: string }
    asked.reads.push(document)
    asked.inputs.push(input)
    const found = all.find(({ source }) => source === document)
    if (!found) throw new Error(`There is no document "${document}" in the index.`)
    const { source, title, text } = found
    return toolOutput({ text: `# ${title}\n\n${text}`, data: { document: '1', source, title, part: 1, parts: 1 } })
  })
  return { tools: [search, read], asked }
}

type Turn = ScriptedReply | ((request: ModelRequest) => ScriptedReply | Promise<ScriptedReply>)

/** What is said at a path, or by the label a path ends with; otherwise what the label usually gets. */
export type Script = Readonly<Record<string, Turn>>

export const json = (value: Json) => says(JSON.stringify(value))

export const outlines = (...topics: readonly (readonly [topic: string, ...subtopics: string[]])[]) =>
  json({ topics: topics.map(([topic, ...subtopics]) => ({ topic, subtopics })) })

export const searchesFor = (...searches: readonly (readonly [query: string, topic: string])[]) =>
  json({
    critique: 'Little is known.',
    thought: 'Look for it.',
    plan: searches.map(([query, topic]) => ({ action: 'SEARCH', query, target_outline_topic: topic })),
  })

/** The parts of the newest message of a request that has any. */
export function given(request: ModelRequest | undefined): Readonly<Record<string, string>> {
  const read = textsOf(request).map(readMaterial)
  return read.findLast((parts) => Object.keys(parts).length > 0) ?? {}
}

/** Ids and first sentences of the passages in a request. */
export function passagesIn(request: ModelRequest): readonly { readonly id: string; readonly sentence: string }[] {
  const evidence = given(request)['evidence'] ?? ''
  return [...evidence.matchAll(/^\[(c\d+)\]\n<untrusted.*>\n(.*?[.!?])(?=\s|$)/gm)].map(
    ([, id = '', sentence = '']) => ({ id, sentence }),
  )
}

const usual: Script = {
  outline: outlines(['Lighthouses', 'lamps', 'keepers'], ['Ferries', 'boats', 'pier']),
  hyde: (request) =>
    says(`${given(request)['question']} were built long ago, with a lamp, a keeper and a boat at the pier.`),
  plan: searchesFor(
    ['lighthouse lamp', 't1'],
    ['lighthouse keeper', 't1'],
    ['ferry boat', 't2'],
    ['pier passengers', 't2'],
  ),
  write: (request) =>
    says(
      passagesIn(request)
        .map(({ id, sentence }) => `${sentence} [${id}]`)
        .join(' '),
    ),
  rewrite: (request) => says(given(request)['draft']?.replace(/<\/?untrusted.*>/g, '') ?? ''),
  front: json({ title: 'Light and boats of the islands', abstract: 'The islands have lighthouses and ferries.' }),
}

/** A model that answers by the path it is asked at; `usage` is what each reply costs. */
export function researching(
  script: Script = {},
  usage?: ScriptedReply['usage'],
): ScriptedModel & { readonly paths: readonly string[] } {
  const paths: string[] = []
  const model = modelOf(async (request, { path }) => {
    paths.push(path)
    const label = /([\w-]+)#\d+$/.exec(path)?.[1] ?? ''
    const turn = script[path] ?? script[label] ?? usual[label]
    if (!turn) throw new Error(`Nothing is written for \`${path}\`.`)
    const reply = typeof turn === 'function' ? await turn(request) : turn
    return { ...(usage && { usage }), ...reply }
  })
  return Object.assign(model, { paths })
}

export function requestAt(model: ReturnType<typeof researching>, path: string): ModelRequest | undefined {
  return model.requests[model.paths.indexOf(path)]
}

export type Options = Omit<StartOptions, 'config'> & {
  readonly config?: Readonly<Record<string, unknown>>
  readonly embedder?: Embedder
  /** Where it runs; a world of its own when left out. */
  readonly in?: World
}

export async function startResearch(
  model: ScriptedModel,
  { embedder = hashedEmbedder(), in: given, ...options }: Options = {},
  task: TaskInput = goal,
): Promise<World & { readonly session: Session }> {
  const { tools = smallWeb().tools } = options
  const all = given ?? world({ loops: [research], models: () => model, tools, embedder })
  const session = await all.runtime.start(research, task, { model, ...options, tools } as StartOptions)
  return { ...all, session }
}

/** Starts a session and sees it to its end; a replay of it must be equal. */
export async function runResearch(model: ScriptedModel, options: Options = {}, task: TaskInput = goal) {
  const { runtime, session } = await startResearch(model, options, task)
  const end = await session.outcome
  expect(await runtime.replay(session.id)).toMatchObject({ isEqual: true, drift: [], unused: [] })
  return {
    runtime,
    session,
    end,
    details: end.details as unknown as Details,
    paths: await stepPaths(runtime, session.id),
  }
}

/**
 * An embedder that knows a few words and nothing else: texts with a word in common share 0.36, and are different otherwise.
 * How much a passage is worth can be told without counting letters.
 */
export function wordEmbedder(...words: readonly string[]): Embedder {
  const texts = new Map<string, number>()
  const vectorOf = (text: string) => {
    const at = texts.get(text) ?? texts.size
    texts.set(text, at)
    const vector = new Float32Array(words.length + 512)
    const known = words.flatMap((word, each) => (text.toLowerCase().includes(word) ? [each] : []))
    for (const each of known) vector[each] = 0.6 / Math.sqrt(known.length)
    vector[words.length + at] = known.length === 0 ? 1 : 0.8
    return vector
  }
  return { id: 'lexical/words', embed: async (all) => all.map(vectorOf) }
}

/** What the details of an end hold, as tests look at it. */
export type Details = Omit<ResearchDetails, 'state'> & { readonly state: ExportedState }

type Chunk = {
  readonly id: string
  readonly source: string
  readonly host: string
  readonly text: string
  readonly foundFor: string | null
}
type Source = {
  readonly id: string
  readonly title: string
  readonly sameAs?: string
  readonly isPinned: boolean
  readonly chars: number
}

type ExportedState = Readonly<Record<string, Json>> & {
  readonly cycles: number
  readonly outline: readonly {
    readonly id: string
    readonly title: string
    readonly subtopics: readonly string[]
    readonly origin: string
  }[]
  readonly queries: readonly string[]
  readonly results: readonly {
    readonly query: string
    readonly topic: string
    readonly cycle: number
    readonly urls: readonly string[]
    readonly read: number
    readonly failure?: string
  }[]
  readonly chunks: readonly Chunk[]
  readonly urlToSource: Readonly<Record<string, Source>>
  readonly latentTopics: readonly { readonly id: string; readonly label: string; readonly hosts: number }[]
  readonly hydeByTopic: Readonly<Record<string, number>>
}
