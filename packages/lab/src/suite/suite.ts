/** All that is claimed of the loops as their papers have them. */
import type { Suite } from '../run-lab.ts'
import { joined } from './arms.ts'
import { autoSuite } from './auto.ts'
import { cotSuite } from './cot.ts'
import { criticSuite } from './critic.ts'
import { directSuite } from './direct.ts'
import { expertsSuite } from './experts.ts'
import { format } from './format.ts'
import { planExecuteSuite } from './plan-execute.ts'
import { reactSuite } from './react.ts'
import { reasonSuite } from './reason.ts'
import { reflexionSuite } from './reflexion.ts'
import { selfAskSuite } from './self-ask.ts'
import { selfConsistency } from './self-consistency.ts'
import { treeSuite } from './tree-of-thoughts.ts'
import { treeSearchSuite } from './tree-searches.ts'
import { wavesSuite } from './waves.ts'

/** The claims about the loops as their papers have them. */
export const suite: Suite = joined([
  format,
  directSuite,
  cotSuite,
  selfConsistency,
  reactSuite,
  planExecuteSuite,
  reflexionSuite,
  selfAskSuite,
  criticSuite,
  treeSuite,
  treeSearchSuite,
  wavesSuite,
  expertsSuite,
  reasonSuite,
  autoSuite,
])
