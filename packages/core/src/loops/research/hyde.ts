/**
 * HyDE: for each topic a model makes up a passage that could answer it, once, and what is like it is looked for.
 *
 * The passage is only ever embedded. It has a type of its own that nothing else takes.
 */
import { GyreError } from '../../errors.ts'
import type { LoopContext } from '../../kernel/context.ts'
import type { WrapUp } from '../../kernel/wrap-up.ts'
import { type Hypothetical, hypothetical, textsToEmbed } from '../../text/hypothetical.ts'
import { modelFailure } from '../model-failure.ts'
import { unitMean } from './measure/vectors.ts'
import { hydeRequest, topicText } from './requests.ts'
import type { ResearchState, Topic } from './state.ts'
import { embedTexts, noticeOf, orEnd, type Work } from './work.ts'

const sampling = { temperature: 0.7, maxOutputTokens: 512 } as const

/** What people say to a session is for those who plan and write: it must not be used up here. */
const role = 'utility'

/** The state with the vectors, and the notice that the run is to end, if passages were not made up because of it. */
type Imagined = { readonly state: ResearchState; readonly notice?: WrapUp | undefined }

/** Gives every topic that has none its vector: the middle of the topic's own and those of the passages. */
export async function imagine(ctx: LoopContext, work: Work, state: ResearchState): Promise<Imagined> {
  const fresh = state.outline.filter(({ id }) => !state.topicVectors.has(id))
  if (fresh.length === 0) return { state }
  ctx.phase('imagining')
  const said = await ctx.map(
    fresh,
    (topic, branch) => orEnd(branch, () => passagesFor(branch, work, state.query, topic)),
    { label: 'hyde' },
  )
  const notice = said.includes('ended') ? await noticeOf(ctx) : undefined
  const passages = said.map((each) => (each === 'ended' ? [] : each))
  const texts = fresh.map((topic, at) => [topicText(topic), ...textsToEmbed(passages[at] ?? [])])
  const { vectors } = await embedTexts(ctx, texts.flat(), 'topics')
  const topicVectors = new Map(state.topicVectors)
  const hydeByTopic = new Map(state.hydeByTopic)
  let from = 0
  for (const [at, { id }] of fresh.entries()) {
    const to = from + (texts[at]?.length ?? 0)
    topicVectors.set(id, unitMean(vectors.slice(from, to)))
    hydeByTopic.set(id, passages[at] ?? [])
    from = to
  }
  return { state: { ...state, topicVectors, hydeByTopic }, notice }
}

/** Without them the topic's own words have to do. */
async function passagesFor(
  ctx: LoopContext,
  { config }: Work,
  query: string,
  topic: Topic,
): Promise<readonly Hypothetical[]> {
  const passages: Hypothetical[] = []
  while (passages.length < config.hydePassages) {
    const said = await ctx
      .generate(hydeRequest(ctx, query, topic), { label: 'hyde', role, ...sampling, aside: true })
      .catch(modelFailure)
    if (said instanceof GyreError || said.text.trim() === '') break
    passages.push(hypothetical(said.text))
  }
  return passages
}
