/** The table of loops, from the cheapest to the dearest. */
import type { Loop } from '../kernel/loop.ts'
import { cot } from './cot.ts'
import { critic } from './critic/loop.ts'
import { direct } from './direct.ts'
import { experts } from './experts/entry.ts'
import { planExecute } from './plan-execute/loop.ts'
import { react } from './react.ts'
import { reason } from './reason/entry.ts'
import { reflexion } from './reflexion.ts'
import { research } from './research/entry.ts'
import { selfAsk } from './self-ask/loop.ts'
import { treeOfThoughts } from './tree-of-thoughts/loop.ts'
import { waves } from './waves/entry.ts'

export const table: readonly Loop[] = [
  direct,
  cot,
  react,
  planExecute,
  reflexion,
  selfAsk,
  critic,
  treeOfThoughts,
  waves,
  experts,
  reason,
  research,
]
