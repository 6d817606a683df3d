/** Personas that come with Gyre. People's own of the same name take their place. */
import type { Persona } from './persona.ts'
import type { GivenPersona } from './personas.ts'

const personas: readonly Persona[] = [
  {
    name: 'chat',
    description: 'Answers in one pass: a plan, experts, one answer that is checked',
    loop: 'experts',
    config: { maxAgenticRounds: 0 },
  },
  {
    name: 'deep',
    description: 'Plans again up to three times for what is still open',
    loop: 'experts',
    config: { maxAgenticRounds: 3 },
  },
  {
    name: 'benchmark',
    description: 'Plans again up to four times: for the hardest questions, where time and cost do not matter',
    loop: 'experts',
    config: { maxAgenticRounds: 4 },
  },
  {
    name: 'fast',
    description: 'Answers in one pass and checks nothing, for whoever waits',
    loop: 'experts',
    config: { maxAgenticRounds: 0, critic: false },
  },
  {
    name: 'hotel',
    description: 'Finds free hotel rooms for dates, holidays and hints such as "next weekend"',
    loop: 'waves',
    tools: ['calendar.*', 'pms.*'],
  },
  {
    name: 'supervised',
    description: 'Plans, acts, scores each step and decides, with every decision to be seen and changed by people',
    loop: 'reason',
  },
]

/** What tells them from others in a list. */
const shippedSource = 'shipped'

/** For a runtime of your own: `new Runtime({ personas: [...shippedPersonas], … })`. `open` of `gyre` has them already. */
export const shippedPersonas: readonly GivenPersona[] = personas.map((persona) => ({
  persona,
  source: shippedSource,
  isShipped: true,
}))
