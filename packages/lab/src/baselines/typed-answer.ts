/**
 * A typed answer: nothing but the kernel's way of getting one, with its repairs.
 *
 *     return model(goal), as a value of a schema
 */
import { defineLoop, system, user } from '@gyre/core'
import { z } from 'zod'

const answered = z.object({ answer: z.string() })

export const typedAnswer = defineLoop({
  name: 'typed-answer',
  version: 1,
  summary: 'An answer of a schema, asked for again when it cannot be read.',

  async run(ctx, { goal }) {
    const messages = [system('Answer.'), user(goal)]
    return ctx.generateObject(answered, messages, { name: 'typed', fallback: () => ({ answer: '' }) })
  },
})
