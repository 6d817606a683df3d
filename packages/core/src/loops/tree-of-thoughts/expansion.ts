/** Going on from thoughts: the next ones are made, merged and judged. */
import { GyreError } from '../../errors.ts'
import { forcedAnswerGrammar } from '../../parsing/forced-answer.ts'
import { isPiece, lackOf } from '../cut-off.ts'
import { modelFailure } from '../model-failure.ts'
import { judge } from './judging.ts'
import { answerRequest } from './request.ts'
import type { Work } from './search.ts'
import { think } from './thinking.ts'
import { bestAnswer, identityOf, type Node, nextId, nodeOf } from './tree.ts'

/**
 * The next thoughts of these nodes, judged. An answer that the tree has already is given again as it was judged.
 * Where answers are not judged, the first one is all there is.
 */
export async function expand(work: Work, parents: readonly Node[]): Promise<readonly Node[]> {
  const { nodes, config } = work
  const made = await think(work, parents)
  const next = config.merge ? merged(nodes, made) : made
  const known = new Set(nodes)
  const fresh = next.filter((node) => !known.has(node))
  nodes.push(...fresh)
  for (const parent of parents) parent.children = fresh.filter((node) => node.parent === parent)
  const first = config.scoreAnswers ? undefined : fresh.find(({ isAnswer }) => isAnswer)
  if (first) return [first]
  await judge(work, fresh)
  return next
}

/**
 * The line to this thought is asked for its answer, which is judged like any other. Undefined when it says nothing. A
 * model that fails leaves the answers there are; without any the search fails.
 */
export async function askToAnswer(work: Work, parent: Node): Promise<Node | undefined> {
  const { ctx, task, nodes, pieces, config } = work
  ctx.phase('deciding')
  const asked = answerRequest(ctx, task, parent)
  const reply = await ctx.generate(asked, { grammar: forcedAnswerGrammar, label: 'answer' }).catch(modelFailure)
  if (reply instanceof GyreError) {
    if (bestAnswer(nodes)) return undefined
    throw reply
  }
  const { text } = reply
  if (text === '' && isPiece(reply)) pieces.push(reply)
  if (text === '') return undefined
  const made = nodeOf({ id: nextId(nodes), parent, thought: text, isAnswer: true, lack: lackOf(reply) })
  const [answer = made] = config.merge ? merged(nodes, [made]) : []
  if (answer !== made) return answer
  nodes.push(made)
  if (config.scoreAnswers) await judgeLast(work, made)
  return made
}

/** Nothing comes after it: there is an answer even when its judge fails. */
async function judgeLast(work: Work, answer: Node): Promise<void> {
  const failure = await judge(work, [answer]).catch(modelFailure)
  if (!failure) return
  answer.score = 0
  answer.lack = `${answer.lack} The last answer was not judged, for the judge failed: ${failure.message}`.trim()
}

/** Of equal ones the first, which may be in the tree already. */
function merged(nodes: readonly Node[], made: readonly Node[]): readonly Node[] {
  const firsts = new Map<string, Node>()
  for (const node of [...nodes, ...made]) if (!firsts.has(identityOf(node))) firsts.set(identityOf(node), node)
  return [...new Set(made.map((node) => firsts.get(identityOf(node)) ?? node))]
}
