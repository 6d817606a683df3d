/** The settings of self-ask. */
import { z } from 'zod'
import { beyond } from '../../kernel/beyond.ts'

export const config = z.strictObject({
  maxFollowUps: z.int().min(1).max(1_000).default(8).describe('Follow-up questions before the model must answer.'),
  protocol: z.enum(['auto', 'native', 'text']).default('auto').describe('How the model asks and calls tools.'),
  parallel: beyond('follow-ups of one reply are answered side by side; off, only the first is taken.'),
  reuse: beyond('a repeated follow-up is shown its earlier answer; off, it is only told that it was asked.'),
})
