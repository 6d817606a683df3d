/**
 * Tree of thoughts: several next thoughts are tried, a judge scores them, and the search goes on from the best.
 *
 * Yao et al. 2023, "Tree of Thoughts: Deliberate Problem Solving with Large Language Models".
 * https://arxiv.org/abs/2305.10601
 * Zhou et al. 2023, "Language Agent Tree Search Unifies Reasoning, Acting, and Planning in Language Models".
 * https://arxiv.org/abs/2310.04406
 *
 *     beam <- the task
 *     for depth = 1 .. maxDepth
 *       level <- answers in the beam + nBranches thoughts of each other thought in it
 *       score of each <- mean of votes * judge(task, line, thought)
 *       beam <- the beamWidth best of level
 *       if the best is an answer: return it
 *     answer <- model(the best line + "answer now"), scored too
 *     return the best answer
 *
 * Beam search is the default; `dfs.ts` and `mcts.ts` have the other two. Unlike the paper, an answer has to be scored
 * before it wins, and then beats a thought of the same score; equal thoughts are scored once, and siblings are told
 * apart. What cannot be read, or was cut off, is no thought, and a score that cannot be read is 0.
 */
import type { LoopContext } from '../../kernel/context.ts'
import { defineLoop, type LoopResult, type Task } from '../../kernel/loop.ts'
import { beamSearch } from './beam.ts'
import { depthFirstSearch } from './dfs.ts'
import { resultOf } from './ends.ts'
import { askToAnswer } from './expansion.ts'
import { monteCarloSearch } from './mcts.ts'
import { prompts } from './prompts.ts'
import { type Config, config } from './schema.ts'
import type { Search, Work } from './search.ts'
import { bestAnswer, type Node, rootNode } from './tree.ts'

const searches: Readonly<Record<Config['search'], Search>> = {
  beam: beamSearch,
  dfs: depthFirstSearch,
  mcts: monteCarloSearch,
}

const goal = 'Use 4, 9, 10 and 13 with + - * / and brackets, each exactly once, to make 24.'

/** Tries several next thoughts, has a judge score them, and searches on from the best. */
export const treeOfThoughts = defineLoop({
  name: 'tree-of-thoughts',
  version: 1,
  summary: 'Try several thoughts at each step, score them and go on from the best.',
  paper: 'https://arxiv.org/abs/2305.10601',
  config,
  prompts,
  traits: {
    minCalls: 'nBranches + votes',
    multiArgTools: false,
    selfCorrects: true,
    auditablePlan: false,
    worksWithoutTools: true,
    bestFor: 'problems with several strategies, of which the best is wanted',
    signals: ['puzzle', 'best way', 'alternatives', 'strategy', 'exactly once'],
  },
  example: { goal, args: ['-l', 'tree-of-thoughts', goal] },

  async run(ctx: LoopContext, task: Task, settings: Config): Promise<LoopResult> {
    const work: Work = { ctx, task, config: settings, root: rootNode(), nodes: [], pieces: [] }
    const found = await searches[settings.search](work)
    const answer = found.node && !found.node.isAnswer ? await lastAnswer(work, found.node) : found.node
    return resultOf(work, found, answer)
  },
})

/** The best line is asked to answer; of all answers the best counts. */
async function lastAnswer(work: Work, best: Node): Promise<Node | undefined> {
  await askToAnswer(work, best)
  return bestAnswer(work.nodes)
}
