/** The first phase: what the report is to be about. */
import type { LoopContext } from '../../kernel/context.ts'
import { outlineRequest } from './requests.ts'
import { type OutlineReply, outlineSchema } from './schema.ts'
import { searchFor } from './searching.ts'
import { type ResearchState, sourcesById, type Topic } from './state.ts'
import { queryOf, type Work } from './work.ts'

const temperature = 0.2
const longestSnippet = 300
const longestTitle = 200

/** What a first search shows tells which words are used: the model may know nothing of the subject. */
export async function drawOutline(ctx: LoopContext, work: Work, state: ResearchState): Promise<ResearchState> {
  ctx.phase('outlining')
  const found = work.config.scout ? await scout(ctx, work, state) : undefined
  const { maxTopics } = work.config
  const { topics } = await ctx.generateObject(
    outlineSchema(maxTopics),
    outlineRequest(ctx, work.task, work.config, found),
    {
      label: 'outline',
      name: 'outline',
      role: 'planner',
      temperature,
      // One section about all of it is a report, too.
      fallback: (): OutlineReply => ({ topics: [{ topic: queryOf(work.task) }] }),
    },
  )
  const outline = withTopics([], topics, 'outline').slice(0, maxTopics)
  ctx.note('outline', { topics: outline.map(({ id, title, subtopics }) => ({ id, title, subtopics })) })
  return { ...state, outline }
}

async function scout(ctx: LoopContext, work: Work, state: ResearchState): Promise<string | undefined> {
  const { hits } = await searchFor(ctx, work, queryOf(work.task))
  const pinned = [...sourcesById(state).values()].map(({ title, text }) => ({ title, snippet: text }))
  const listed = [...pinned, ...hits].map(({ title, snippet }, at) => {
    const shown = snippet.replace(/\s+/g, ' ').slice(0, longestSnippet)
    return `${at + 1}. ${title.replace(/\s+/g, ' ').slice(0, longestTitle)}${shown === '' ? '' : `\n   ${shown}`}`
  })
  return listed.length === 0 ? undefined : listed.join('\n').toWellFormed()
}

type NewTopic = OutlineReply['topics'][number]

/** Topics that are there already, but for case and blanks, are not added again. */
export function withTopics(
  outline: readonly Topic[],
  added: readonly NewTopic[],
  origin: Topic['origin'],
): readonly Topic[] {
  const topics = [...outline]
  const folded = (title: string) => title.toLowerCase().replace(/\s+/g, ' ').trim()
  for (const { topic: title, subtopics = [] } of added) {
    if (topics.some((topic) => folded(topic.title) === folded(title))) continue
    topics.push({ id: `t${topics.length + 1}`, title: title.replace(/\s+/g, ' '), subtopics, origin })
  }
  return topics
}
