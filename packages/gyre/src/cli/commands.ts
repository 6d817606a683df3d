/** The commands of `gyre`, by group, in the order help shows them. */
import type { CommandGroup } from './command.ts'
import { catalogGroup } from './groups/catalog.ts'
import { evaluateGroup } from './groups/evaluate.ts'
import { exploreGroup } from './groups/explore.ts'
import { keepGroup } from './groups/keep.ts'
import { knowGroup } from './groups/know.ts'
import { runGroup } from './groups/run.ts'
import { serveGroup } from './groups/serve.ts'
import { steerGroup } from './groups/steer.ts'
import { toolsGroup } from './groups/tools.ts'
import { watchGroup } from './groups/watch.ts'

export const commandGroups: readonly CommandGroup[] = [
  runGroup,
  watchGroup,
  steerGroup,
  exploreGroup,
  evaluateGroup,
  catalogGroup,
  toolsGroup,
  knowGroup,
  serveGroup,
  keepGroup,
]
