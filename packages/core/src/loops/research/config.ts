/** The settings of research. */
import { z } from 'zod'
import { beyond } from '../../kernel/beyond.ts'
import { isHostPattern } from './hosts.ts'

/** Where research looks. */
const places = ['auto', 'web', 'knowledge', 'both'] as const

const address = z.string().trim().min(1).max(2_000)
const host = address.refine(isHostPattern, 'Name a host, such as `example.org`; one page of it cannot be meant.')

const listOf = (each: z.ZodType<string, string>, description: string) =>
  z.array(each).max(100).default([]).describe(description)

export const config = z.strictObject({
  maxCycles: z.int().min(1).max(50).default(5).describe('Rounds of searching before the report must be written.'),
  minCycles: z
    .int()
    .min(1)
    .max(50)
    .default(2)
    .describe('Rounds before too little gain can end the research; `maxCycles` ends it even before.'),
  patience: z.int().min(1).max(10).default(2).describe('Rounds in a row with too little gain that end it.'),
  leastGain: z.number().min(0).max(1).default(0.02).describe('Gain of a round, of 1, below which it is too little.'),
  coverAt: z.number().min(0.1).max(0.99).default(0.8).describe('Coverage, of 1, from which on a topic is covered.'),
  fullAt: z
    .number()
    .min(0.5)
    .max(50)
    .default(6)
    .describe('Typical passages, each of another host, that cover a topic to 0.9.'),
  maxTopics: z.int().min(1).max(12).default(6).describe('Topics of the first outline.'),
  searchesPerCycle: z.int().min(1).max(50).default(6).describe('Searches of a round.'),
  searchesPerTopic: z.int().min(1).max(100).default(6).describe('Searches for one topic, in all rounds.'),
  resultsPerSearch: z.int().min(1).max(20).default(8).describe('Results of a search that are looked at.'),
  pagesPerSearch: z.int().min(1).max(20).default(3).describe('Pages read for a search.'),
  pagesPerTopic: z.int().min(1).max(200).default(12).describe('Pages read for one topic, in all rounds.'),
  maxPageChars: z.int().min(1_000).max(400_000).default(40_000).describe('Characters of a page that are read.'),
  passagesPerPage: z.int().min(1).max(100).default(12).describe('Passages of a long page that are looked at.'),
  passagesPerTopic: z.int().min(1).max(50).default(6).describe('Passages taken for a topic in one round.'),
  evidencePerSection: z.int().min(1).max(50).default(12).describe('Passages that the author of a section is shown.'),
  maxRewrites: z
    .int()
    .min(0)
    .max(5)
    .default(2)
    .describe('How often a section with unsupported sentences is written again.'),
  hydePassages: z
    .int()
    .min(0)
    .max(8)
    .default(1)
    .describe('Passages that a model makes up for a topic, to look for what is like them.'),
  sources: z
    .enum(places)
    .default('auto')
    .describe(
      'Where to look: the web, the documents of the knowledge base alone, or both; `auto` is the web where it can be searched.',
    ),
  pinned: listOf(address, 'Pages or documents that are read first, and shown to the authors whatever they are worth.'),
  allow: listOf(host, 'Hosts whose pages alone may be read, such as `example.org` or `*.gov`; all when empty.'),
  deny: listOf(host, 'Hosts whose pages are not read.'),
  exploration: beyond('topics that show up in what was found, and that nobody asked for, are offered to the planner.'),
  scout: beyond('the outline is drawn up from what a first search shows.'),
  guided: beyond('the planner is shown how well each topic is covered, and searches go where most is missing.'),
  numericStop: beyond('the research ends when coverage and gain say so; off, only after all rounds.'),
  seeHeadings: beyond('the author of a section sees the headings of the others.'),
})

export type Config = z.output<typeof config>
