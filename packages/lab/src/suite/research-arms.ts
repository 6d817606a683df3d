/** The arms over synthetic webs: research as it is, and what it is held against. */
import { competence, faultless } from '../competence.ts'
import type { WebArm } from '../web/lab/web-arm.ts'

/** How often the author of the arm that is about inventions makes something up, and puts right what was found. */
export const inventionRates = {
  inventCitation: 0.2,
  inventNumber: 0.2,
  inventQuote: 0.1,
  unsupported: 0.1,
  mend: 0.5,
} as const

/** The settings of research that its claims speak of; as they are by default. */
export const stopSettings = { minCycles: 2, patience: 2 } as const

/** Without what goes beyond a fixed number of rounds. */
const plain = { exploration: false, guided: false, numericStop: false }

/**
 * So wide that nothing which was paid for is left out: what an arm may spend is what ends it. As many searches as the
 * simulated planner writes, all that an engine gives, and every passage that fits.
 */
const wide = { searchesPerCycle: 12, searchesPerTopic: 100, pagesPerTopic: 200, passagesPerTopic: 50 }
const oneRound = { ...plain, ...wide, maxCycles: 1, resultsPerSearch: 20, pagesPerSearch: 20, evidencePerSection: 50 }
const rounds = (maxCycles: number) => ({
  ...{ ...plain, ...wide, maxCycles, evidencePerSection: 50 },
})

/** Everything that there is to read fits into one round. */
const smallWeb = { hasHidden: false, hasHazards: false }

/** More rounds than any rule needs: what ends it is not that they are used up. */
const manyRounds = 12

const arm = (name: string, rest: Partial<Omit<WebArm, 'name'>>): WebArm => ({
  ...{ name, config: {}, world: {}, competence: faultless, ...rest },
})

export const webArms: readonly WebArm[] = [
  arm('research', {}),
  arm('one round', { config: oneRound, asMuchAs: 'research' }),
  arm('3 rounds', { config: rounds(3), asMuchAs: 'research' }),
  arm('5 rounds', { config: rounds(5), asMuchAs: 'research' }),
  arm('an author who invents', { competence: competence(inventionRates) }),
  arm('nothing new', { config: { maxCycles: manyRounds }, world: { hasNovelty: false } }),
  arm('small web', { world: smallWeb }),
  arm('small web, one round', { config: oneRound, world: smallWeb, asMuchAs: 'small web' }),
  ...['exploration', 'guided', 'numericStop', 'scout', 'seeHeadings'].map((name) =>
    arm(`without ${name}`, { config: { [name]: false } }),
  ),
]
