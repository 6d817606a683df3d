/** Every loop Gyre comes with. The list feeds the command, the server, the pages and the docs. */
import type { Loop } from '../kernel/loop.ts'
import { cot } from './cot.ts'
import { direct } from './direct.ts'
import { react } from './react.ts'

export const loops: readonly Loop[] = [direct, cot, react]
