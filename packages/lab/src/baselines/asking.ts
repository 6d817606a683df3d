/** How the baselines ask: a chain of thought for the answer, and a judge in the form of the loop they are compared with. */
import {
  finalAnswerGrammar,
  type LoopContext,
  material,
  readScore,
  readVerdict,
  scoreGrammar,
  system,
  type Task,
  user,
  verdictGrammar,
} from '@gyre/core'

export async function answerTo(ctx: LoopContext, { goal }: Task): Promise<string> {
  const messages = [system(`Think step by step. ${finalAnswerGrammar.preamble([])}`), user(goal)]
  const { text } = await ctx.generate(messages, { grammar: finalAnswerGrammar, temperature: 0.7, label: 'think' })
  return text
}

/** As `reflexion` asks. */
export async function isAccepted(ctx: LoopContext, { goal }: Task, answer: string): Promise<boolean> {
  const messages = [system(verdictGrammar.preamble([])), user(material({ task: goal, answer }))]
  const options = { grammar: verdictGrammar, role: 'judge', temperature: 0, label: 'evaluate' } as const
  const { text, fault } = await ctx.generate(messages, options)
  const verdict = readVerdict(text)
  return fault === undefined && verdict.ok && verdict.value.isSatisfactory
}

/** As `tree-of-thoughts` asks. */
export async function scoreOf(ctx: LoopContext, { goal }: Task, candidate: string): Promise<number> {
  const messages = [system(scoreGrammar.preamble([])), user(material({ task: goal, thoughts: '', candidate }))]
  const { text } = await ctx.generate(messages, {
    grammar: scoreGrammar,
    role: 'judge',
    temperature: 0,
    label: 'score',
  })
  const score = readScore(text)
  return score.ok ? score.value : 0
}
