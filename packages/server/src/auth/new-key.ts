/** What a new key may be: its name, whose it is and what it may do. */
import { issuesError, issuesOf, limitsSchema } from '@gyre/core'
import { z } from 'zod'
import { roles } from './caller.ts'

const keyName = z
  .string()
  .regex(
    /^[^\p{C}\p{Z}](?:[^\p{C}\p{Zl}\p{Zp}]{0,62}[^\p{C}\p{Z}])?$/u,
    'expected a name of 1 to 64 visible characters, with no space at its ends',
  )

/** Nobody goes by this name: what such a one added would be found by all who have no documents. */
const bundledOwner = 'demo'

const ownerName = z
  .string()
  .regex(
    /^[a-z0-9][a-z0-9._-]{0,63}$/,
    'expected an owner of at most 64 small letters, digits, `.`, `_` and `-` that begins with a letter or digit',
  )
  .refine(
    (owner) => owner !== bundledOwner,
    `expected another owner: \`${bundledOwner}\` is whose the bundled documents are`,
  )

const usableName = z.string().regex(/^[A-Za-z0-9][\w.-]{0,99}$/, 'expected the name of a persona or a loop')

const perSession = limitsSchema.pick({ modelCalls: true, toolCalls: true, tokens: true, costUsd: true, activeMs: true })

const perDay = z.strictObject({
  sessions: z.int().min(0).optional().describe('Sessions that may begin.'),
  tokens: z.int().min(0).optional().describe('Tokens sent and written.'),
  costUsd: z.number().min(0).optional().describe('Cost in USD.'),
})

const mostNames = 1000

export const keyBudgetSchema = z.strictObject({ perSession: perSession.optional(), perDay: perDay.optional() })

export const newKeySchema = z.strictObject({
  name: keyName.describe('What people call it.'),
  owner: ownerName.optional().describe('Whose sessions it opens; `local` when left out.'),
  role: z.enum(roles).optional().describe('What may be done with it; `user` when left out.'),
  personas: z
    .array(usableName)
    .max(mostNames)
    .nullable()
    .optional()
    .describe('Personas and loops it may use; null for all.'),
  budget: keyBudgetSchema.nullable().optional().describe('What its sessions may spend.'),
  expiresAt: z.iso
    .datetime({ offset: true, error: 'expected a time such as 2030-01-31T12:00:00Z' })
    .nullable()
    .optional()
    .describe('When it stops to work; null for never.'),
})

/** Fails with `request-invalid` when a key cannot be so, or would have expired already. */
export function checkNewKey(wanted: unknown, nowMs: number): void {
  const issues = issuesOf(newKeySchema, wanted)
  if (issues.length > 0) throw issuesError('request-invalid', 'Key', issues)
  const { expiresAt } = newKeySchema.parse(wanted)
  if (typeof expiresAt === 'string' && Date.parse(expiresAt) <= nowMs) {
    throw issuesError('request-invalid', 'Key', [
      { path: ['expiresAt'], message: `expected a time to come, got ${expiresAt}` },
    ])
  }
}
