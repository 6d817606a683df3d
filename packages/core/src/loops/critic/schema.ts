/** The settings of critic, and the form of its revisions. */
import { z } from 'zod'
import { beyond } from '../../kernel/beyond.ts'
import { innerLoop } from '../inner-loop.ts'

export const config = z.strictObject({
  maxCritiqueRounds: z
    .int()
    .min(1)
    .max(100)
    .default(2)
    .describe('Rounds of checking before the text is given as it is.'),
  draft: innerLoop({ loop: 'direct', config: {} }).describe('The loop that writes the draft, and its settings.'),
  spanEdits: beyond('what is wrong is replaced where it stands; off, the model writes the whole text again.'),
})

export const edits = z.object({
  edits: z
    .array(
      z.object({
        claim: z.string().min(1).describe('The words to replace, exactly as they stand in the draft.'),
        replacement: z.string().describe('What is to stand in their place.'),
      }),
    )
    .describe('Nothing when no claim is wrong.'),
})
