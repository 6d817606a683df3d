/** The settings of the tree of thoughts. */
import { z } from 'zod'
import { beyond } from '../../kernel/beyond.ts'

export const config = z.strictObject({
  search: z.enum(['beam', 'dfs', 'mcts']).default('beam').describe('How the tree is searched.'),
  nBranches: z.int().min(1).max(20).default(3).describe('Thoughts that are tried after each thought.'),
  beamWidth: z.int().min(1).max(20).default(2).describe('Beam: thoughts that are kept at a level.'),
  maxDepth: z.int().min(1).max(20).default(4).describe('Thoughts of a line before it must answer.'),
  votes: z.int().min(1).max(20).default(1).describe('Scores of each thought; their mean counts.'),
  temperature: z
    .number()
    .min(0)
    .max(2)
    .default(0.7)
    .describe('Sampling temperature of thoughts, and of several votes.'),
  pruneBelow: z.number().min(0).max(10).default(3).describe('Dfs: thoughts with a lower score are left.'),
  acceptAt: z.number().min(0).max(10).default(7).describe('Dfs and mcts: an answer of this score ends the search.'),
  maxExpansions: z.int().min(1).max(1000).default(20).describe('Dfs and mcts: thoughts gone on from at most.'),
  exploration: z.number().min(0).max(10).default(1).describe('Mcts: weight of what was seldom visited; 1 as in LATS.'),
  diverse: beyond('siblings know their place, and each takes another way.'),
  merge: beyond('equal thoughts are scored and gone on from once.'),
  scoreAnswers: beyond('an answer is scored before it wins; else the first one wins.'),
  parallel: beyond('branches are thought and scored side by side.'),
})

export type Config = z.output<typeof config>
