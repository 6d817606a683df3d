/** The evaluator: `votes` calls for each thought, and for each answer. */
import type { LoopContext } from '../../kernel/context.ts'
import { readScore, scoreGrammar } from '../../parsing/score.ts'
import { onBranches } from './branches.ts'
import { prompts } from './prompts.ts'
import { requestOf, thoughtLines } from './request.ts'
import type { Work } from './search.ts'
import { bestAnswer, type Node } from './tree.ts'

/** The best answer so far is proposed as soon as it is known: of equally good ones the first, whoever was ready first. */
export async function judge(work: Work, fresh: readonly Node[]): Promise<void> {
  const { ctx, nodes } = work
  const leading = () => bestAnswer(nodes.filter(({ score }) => score !== null))
  const unjudged = fresh.find(({ isAnswer }) => isAnswer)
  // Should no judgement come, it is better than nothing.
  if (unjudged && !leading()) ctx.propose(unjudged.thought, 0)
  ctx.phase('evaluating')
  await onBranches(work, 'value', fresh, async (branch, node) => {
    node.score = await meanScore(branch, work, node)
    const leader = leading()
    if (node.isAnswer && leader) branch.propose(leader.thought, leader.score ?? 0)
  })
  // A judge that failed has not said that a thought is any good.
  for (const node of fresh) node.score ??= 0
}

/** A vote that cannot be read is worth nothing. */
async function meanScore(branch: LoopContext, { task, config }: Work, node: Node): Promise<number> {
  const { votes, temperature } = config
  const prompt = node.isAnswer ? prompts.scoreAnswer : prompts.score
  const asked = requestOf(task, branch.prompt(prompt, { form: scoreGrammar.preamble([]) }), {
    thoughts: thoughtLines(node.parent),
    candidate: node.thought,
  })
  // Without chance several votes would be the same one.
  const chance = { temperature: votes > 1 ? temperature : 0 }
  let sum = 0
  for (let vote = 1; vote <= votes; vote += 1) {
    const reply = await branch.generate(asked, { grammar: scoreGrammar, role: 'judge', label: 'score', ...chance })
    const read = readScore(reply.text)
    if (reply.fault === undefined && read.ok) sum += read.value
  }
  return sum / votes
}
