/** Every loop Gyre comes with. The list feeds the command, the server, the pages and the docs. */
import type { Loop } from '../kernel/loop.ts'
import { auto } from './auto/loop.ts'
import { table } from './table.ts'

/** Every loop that comes with Gyre. */
export const loops: readonly Loop[] = [...table, auto]
