/** Tools for files against somebody who swaps folders and files for links, as fast as the machine can. */
import { describe, it } from 'vitest'
import { bestAccess } from '../../packages/tools/src/toolboxes/files/access/held.ts'
import { race, swaps } from '../../packages/tools/test/swapped-root.ts'

describe.runIf(bestAccess === 'handles')('while somebody swaps', () => {
  it.each(Object.keys(swaps) as readonly (keyof typeof swaps)[])('%s, nothing outside is read or changed', (what) =>
    race(what, 50),
  )
})
