/** Who does a piece of work in a session: each may have a model of its own. */
export const personaRoles = [
  ['author', 'Writes answers and calls tools.'],
  ['planner', 'Makes plans.'],
  ['judge', 'Scores and checks.'],
  ['utility', 'Short work, such as titles.'],
] as const
