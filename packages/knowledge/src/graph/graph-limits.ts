/** How much may be asked of the graph at once. */

export const mostHops = 3

/** So many facts at most are given to a question. */
export const mostFacts = 60
