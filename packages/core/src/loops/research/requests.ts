/**
 * What models are asked in a research: each request from the task and the state, and from nothing else.
 *
 * Who plans or writes is shown the conversation: without it "And the second one?" means nothing. Files are for the outline
 * alone: they are no sources.
 */
import { shownText } from '../../fence.ts'
import type { LoopContext } from '../../kernel/context.ts'
import type { Task } from '../../kernel/loop.ts'
import { type Message, system, user } from '../../messages.ts'
import { material } from '../../parsing/material.ts'
import type { Config } from './config.ts'
import { prompts } from './prompts.ts'
import type { Chunk, ResearchState, Topic } from './state.ts'
import { coverageLines, latentLines, outlineLines, queryLines, trendLine } from './state-summary.ts'

/** Headings of a page may be as long as its texts. */
const longestAbout = 200

type Prompting = Pick<LoopContext, 'prompt'>

export function outlineRequest(
  ctx: Prompting,
  task: Task,
  config: Config,
  found: string | undefined,
): readonly Message[] {
  const given = material({ task: task.goal, found: found && shownText({ text: found, untrusted: { from: 'search' } }) })
  const prompt = ctx.prompt(prompts.outline, { maxTopics: `${config.maxTopics}` })
  return [system(prompt), ...task.messages, user(given, ...task.files)]
}

export function hydeRequest(ctx: Prompting, query: string, topic: Topic): readonly Message[] {
  return [system(ctx.prompt(prompts.hyde)), user(material({ question: topicText(topic), about: query }))]
}

export function planRequest(ctx: Prompting, task: Task, state: ResearchState, config: Config): readonly Message[] {
  const given = material({
    task: task.goal,
    outline: outlineLines(state.outline),
    coverage: config.guided ? coverageLines(state, config) : undefined,
    trend: config.guided ? trendLine(state) : undefined,
    latent: config.exploration ? latentLines(state) : undefined,
    queries: queryLines(state),
    critique: state.critiqueHistory.at(-1),
  })
  const prompt = ctx.prompt(prompts.plan, { searches: `${config.searchesPerCycle}` })
  return [system(prompt), ...task.messages, user(given)]
}

/** A section to be written: its topic, the others of the report, and the passages its author may use. */
export type SectionWork = {
  readonly topic: Topic
  readonly outline: readonly Topic[]
  readonly evidence: readonly Chunk[]
}

export function sectionRequest(ctx: Prompting, task: Task, work: SectionWork, config: Config): readonly Message[] {
  return [system(ctx.prompt(prompts.section)), ...task.messages, user(material(sectionMaterial(task, work, config)))]
}

export function rewriteRequest(
  ctx: Prompting,
  task: Task,
  work: SectionWork & { readonly config: Config; readonly draft: string; readonly faults: readonly string[] },
): readonly Message[] {
  const { draft, faults } = work
  const given = material({
    ...sectionMaterial(task, work, work.config),
    draft: shownText({ text: draft, untrusted: { from: 'author' } }),
    faults: faults.map((fault) => `- ${fault}`).join('\n'),
  })
  return [system(ctx.prompt(prompts.rewrite)), ...task.messages, user(given)]
}

function sectionMaterial(task: Task, { topic, outline, evidence }: SectionWork, { seeHeadings }: Config) {
  const headings = outline.map(({ id, title }) => (id === topic.id ? `- ${title} (this one)` : `- ${title}`))
  return {
    task: task.goal,
    section: topicText(topic),
    headings: seeHeadings ? headings.join('\n') : undefined,
    evidence: evidence.map(shownPassage).join('\n\n'),
  }
}

/** With its id before it, which is the only way to cite it. Titles and headings are a page's own words: they stand in the fence. */
function shownPassage({ id, about, text, host }: Chunk): string {
  const from = `${about.replace(/\s+/g, ' ').slice(0, longestAbout).toWellFormed()} (${host})`
  return `[${id}]\n${shownText({ text, untrusted: { from } })}`
}

export function frontRequest(ctx: Prompting, task: Task, sections: string): readonly Message[] {
  const given = material({ task: task.goal, sections: shownText({ text: sections, untrusted: { from: 'authors' } }) })
  return [system(ctx.prompt(prompts.front)), ...task.messages, user(given)]
}

/** The topic in one line, as it is looked for. */
export function topicText({ title, subtopics }: Pick<Topic, 'title' | 'subtopics'>): string {
  return subtopics.length === 0 ? title : `${title}: ${subtopics.join('; ')}`
}
