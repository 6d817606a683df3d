/** How much may be asked of the graph at once. */

export const mostHops = 3
export const mostFacts = 60
