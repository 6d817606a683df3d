/** A loop that fails by itself, and one whose question has choices. */
import { plainLoop } from './clerk.ts'

export const broken = plainLoop('broken', async () => {
  throw new Error('kaboom in /srv/internal')
})

export const choosing = plainLoop('choosing', async (ctx) => ({
  answer: `You chose ${await ctx.askHuman('Which city?', { choices: ['Oslo', 'Rome'] })}.`,
}))
